"""PyTorch, on a GPU if it finds one, else on the CPU: operation by operation (torch), or compiled
(torch_compile).

On a GPU a call returns before its result is there: synchronize waits. torch.compile compiles for each
shape, in the call that is checked and not timed. float32 stays float32: no TF32."""

import copy
import statistics

import kit
import work


def make(version):
    import torch

    torch.set_float32_matmul_precision("highest")
    torch.backends.cudnn.allow_tf32 = False
    torch.set_grad_enabled(False)
    gpu = torch.cuda.is_available()
    wait = lambda result: torch.cuda.synchronize() if gpu else None
    where = torch.device("cuda" if gpu else "cpu")

    def compiled(function):
        if version == "torch":
            return function
        torch.compiler.reset()  # a shape anew: no recompilation limit, no dynamic shapes
        return torch.compile(function, dynamic=False)

    def add(a, b):
        c, into = torch.empty_like(a), compiled(lambda a, b, c: torch.add(a, b, out=c))
        return lambda: into(a, b, c)

    def multiply(a, b):
        c = torch.empty((a.shape[0], b.shape[1]), dtype=a.dtype, device=where)
        into = compiled(lambda a, b, c: torch.matmul(a, b, out=c))
        return lambda: into(a, b, c)

    def pi(n):
        def count():
            x = torch.rand(n, dtype=torch.float32, device=where)
            y = torch.rand(n, dtype=torch.float32, device=where)
            return (x * x + y * y <= 1).sum()

        return compiled(count)

    def quick_time(call):
        call()
        return statistics.median(kit.one_time(wait, call) for _ in range(5))

    def forward(network, image, batch):
        """Random weights of a seed; right is what the same model computes in float64."""
        import torchvision

        torch.manual_seed(1)
        model = getattr(torchvision.models, network)(weights=None).eval()
        images = torch.randn(batch, 3, image, image)
        want = model.double()(images.double()).numpy()
        calls = []
        for layout in torch.contiguous_format, torch.channels_last:
            laid = copy.deepcopy(model).float().to(where, memory_format=layout)
            x = images.to(where, memory_format=layout)
            calls.append(lambda run=compiled(laid), x=x: run(x))
        best = min(calls, key=quick_time)  # PyTorch's time is that of its faster layout

        def check(logits):
            off = abs(logits - want).max() / abs(want).max()
            return "" if off <= 1e-4 else f"logits are off by {off:.2g} of the largest"

        return best, check

    return kit.Library(
        version,
        f"PyTorch {torch.__version__}",
        device=torch.cuda.get_device_name() if gpu else "cpu",
        backend="gpu" if gpu else "cpu",
        put=lambda x: torch.from_numpy(x).to(where),
        wait=wait,
        fetch=lambda result: result.cpu().numpy(),
        add=add,
        multiply=multiply,
        pi=pi,
        forward=forward,
    )


work.run({"torch": lambda: make("torch"), "torch_compile": lambda: make("torch_compile")})
