// expects: conflict_of_git\.cu:4:[0-9]+: error: git has left a conflict here: keep one of the two versions
int main()
{
<<<<<<< HEAD
    return 0;
=======
    return 1;
>>>>>>> ana
}
// nvcc: expected an expression
