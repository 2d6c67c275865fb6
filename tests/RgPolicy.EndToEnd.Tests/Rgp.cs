using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>Runs <c>rgp</c> as a user does.</summary>
internal static class Rgp
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Runs it to its end in the repository's root.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments) =>
        ChildProgram.RunAsync(ProductFiles.Rgp, arguments, Patience);

    /// <summary>The same with a password in the environment.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunWithPasswordAsync(
        string password,
        params string[] arguments
    ) =>
        ChildProgram.RunAsync(
            ProductFiles.Rgp,
            arguments,
            Patience,
            new Dictionary<string, string?>(StringComparer.Ordinal) { ["RGPOLICY_PASSWORD"] = password }
        );

    /// <summary>Starts to record a server of the benchmark's for some seconds.</summary>
    public static ChildProgram StartRecording(BenchServer server, string file, int seconds) =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "record",
                "--server",
                server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                "--out",
                file,
                "--for",
                FormattableString.Invariant($"{seconds}s"),
            ]
        );

    /// <summary>A message for people: there is one, it is no stack trace, and it names what it is about.</summary>
    public static void AssertClear(string errors, params string[] words)
    {
        Assert.DoesNotContain("   at ", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("Unhandled", errors, StringComparison.Ordinal);
        var last = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? "";
        Assert.True(last.Length > 10, "the last line does not say what to do: " + errors);
        foreach (var word in words)
            Assert.Contains(word, errors, StringComparison.OrdinalIgnoreCase);
    }
}
