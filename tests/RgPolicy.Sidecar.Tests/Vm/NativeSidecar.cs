using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>The sidecar as it is shipped, compiled natively once for a test run; the test machine
/// starts it in a tenth of the time.</summary>
internal static class NativeSidecar
{
    /// <summary>Its directory below the test assembly's, where the test machine sees it.</summary>
    internal const string Name = "native";

    private static readonly Lazy<string> Problem = new(Make);

    /// <summary>Why it cannot be built here (no C compiler to link with, no runtime pack), or null.</summary>
    internal static string? ReasonToSkip => Problem.Value.Length == 0 ? null : Problem.Value;

    private static string Target => Path.Join(AppContext.BaseDirectory, Name);

    // A package that was built before has it.
    private static string Make() =>
        Environment.GetEnvironmentVariable("RGPOLICY_SIDECAR") is { Length: > 0 } built ? Take(built) : Compile();

    private static string Take(string built)
    {
        Directory.CreateDirectory(Target);
        File.Copy(built, Path.Join(Target, "rgp-sidecar"), overwrite: true);
        return string.Empty;
    }

    private static string Compile()
    {
        string[] words =
        [
            "publish",
            Path.Join(RepositoryRoot(), "src", "RgPolicy.Sidecar"),
            "-c",
            "Release",
            "-r",
            "linux-x64",
            "-p:PublishAot=true",
            "-p:RunAnalyzers=false",
            "-o",
            Target,
            "--artifacts-path",
            Path.Join(AppContext.BaseDirectory, "native-build"),
            "-v",
            "q",
            "--nologo",
        ];
        var start = new ProcessStartInfo(Environment.ProcessPath ?? "dotnet", words)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using var publish = Process.Start(start)!;
        var errors = publish.StandardError.ReadToEndAsync();
        var output = publish.StandardOutput.ReadToEnd() + errors.Result;
        publish.WaitForExit();
        return publish.ExitCode == 0 ? string.Empty : $"the sidecar cannot be compiled natively here: {output}";
    }

    private static string RepositoryRoot()
    {
        var directory = AppContext.BaseDirectory;
        while (!File.Exists(Path.Join(directory, "RgPolicy.sln")))
            directory = Path.GetDirectoryName(directory.TrimEnd('/'))!;

        return directory;
    }
}
