using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Load;

/// <summary>Other work on the host: programs that compute without end beside the server, each in a
/// session of its own.</summary>
internal sealed class CompilerLoad : IAsyncDisposable
{
    private readonly List<ChildProgram> _programs = [];

    /// <summary>Starts so many.</summary>
    public static CompilerLoad Start(int programs)
    {
        var load = new CompilerLoad();
        for (var i = 0; i < programs; i++)
            load._programs.Add(ChildProgram.Start("setsid", ["sh", "-c", "while :; do :; done"]));
        return load;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var program in _programs)
            await program.DisposeAsync();
    }
}
