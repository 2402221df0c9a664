/* CPU device: what people read, in their language: English stands in the sources, marked _("so"),
 * and
 * ../words/spanish.h has the same in Spanish. Names stay as they are, and so do JSON and SARIF. */
#ifndef CPU_DEVICE_WORDS_H
#define CPU_DEVICE_WORDS_H

#include <string>

namespace cpu_device
{

/* The words of `english` in the reader's language; themselves, where the table has none. */
const char *in_words(const char *english) __attribute__((format_arg(1)));
#define _(english) ::cpu_device::in_words(english)

/* As printf would print it. */
std::string say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For printf("%*s", wide(8, text), text), which counts bytes: fills up to 8 letters; -8: to the
 * left. */
int wide(int letters, const char *text);

/* While it is there this thread's words are in that language, "en" or "es". */
struct speaking {
    const char *before;
    explicit speaking(const char *language);
    ~speaking();
};

/* What is found now, and said later to a person or to a program. */
struct bilingual {
    std::string english, spanish;
    bilingual() = default;
    bilingual(const char *name) : english(name), spanish(name) {}
    bilingual(const std::string &name) : english(name), spanish(name) {}
    bilingual(const std::string &in_english, const std::string &in_spanish)
        : english(in_english), spanish(in_spanish)
    {
    }
    bool empty() const { return english.empty(); }
    std::string text() const; /* in the language of this thread */
};

/* words() gives a text with its words in the language of the thread. */
template <class Words> bilingual in_both(Words words)
{
    auto said = [&](const char *language) {
        speaking in(language);
        return std::string(words());
    };
    return bilingual(said("en"), said("es"));
}

} // namespace cpu_device

#endif
