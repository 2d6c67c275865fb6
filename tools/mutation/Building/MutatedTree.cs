using System.Diagnostics;
using RgPolicy.Mutation.Mutants;

namespace RgPolicy.Mutation.Building;

/// <summary>A clone of the repository, in which the changes are compiled with the tests that are to see them.</summary>
internal sealed class MutatedTree(string root, string project, string[] tests)
{
    private const int MostBuilds = 8;

    /// <summary>The tests' programs, once they are built.</summary>
    public IEnumerable<string> TestPrograms =>
        tests.Select(name => Path.Combine(Folder(name), "bin", "Release", "net8.0", $"RgPolicy.{name}.Tests.dll"));

    private string Source => Path.Combine(root, "src", $"RgPolicy.{project}");

    private static string Runner => Path.Combine(AppContext.BaseDirectory, "Runner");

    /// <summary>The project's sources, in one order on every machine.</summary>
    public IEnumerable<string> Sources(string part) =>
        Directory
            .EnumerateFiles(Source, "*.cs", SearchOption.AllDirectories)
            .Where(file => !IsGenerated(Path.GetRelativePath(Source, file)))
            .Where(file => file.Contains(part, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal);

    /// <summary>Compiles the changes; those that do not compile are left out. Null, after saying why, where the tree
    /// does not compile at all.</summary>
    public async Task<Mutant[]?> BuildAsync(Mutant[] drawn)
    {
        var originals = drawn
            .Select(mutant => mutant.File)
            .Distinct(StringComparer.Ordinal)
            .ToDictionary(file => file, File.ReadAllText, StringComparer.Ordinal);
        AddRunner();
        var left = drawn;
        for (var build = 0; build < MostBuilds; build++)
        {
            Write(originals, left);
            var errors = await CompileAsync(Source);
            if (errors.Count == 0)
                errors = await CompileTestsAsync();
            if (errors.Count == 0)
                return left;
            var wrong = errors.SelectMany(NumbersOf).ToHashSet();
            if (wrong.Count == 0)
            {
                await Console.Error.WriteLineAsync(string.Join('\n', errors.Take(5)));
                return null;
            }

            left = [.. left.Where(mutant => !wrong.Contains(mutant.Number))];
        }

        await Console.Error.WriteLineAsync($"does not compile after {MostBuilds} builds");
        return null;
    }

    private static bool IsGenerated(string path) =>
        path.Split(Path.DirectorySeparatorChar).Any(folder => folder is "Generated" or "obj" or "bin");

    private void AddRunner()
    {
        var active = Path.Combine(Runner, "ActiveMutant.cs");
        File.Copy(active, Path.Combine(Source, "ActiveMutant.cs"), overwrite: true);
        foreach (var file in Directory.EnumerateFiles(Runner, "*.cs").Where(file => file != active))
        {
            foreach (var name in tests)
                File.Copy(file, Path.Combine(Folder(name), Path.GetFileName(file)), overwrite: true);
        }
    }

    private static void Write(Dictionary<string, string> originals, Mutant[] mutants)
    {
        var byFile = mutants.ToLookup(mutant => mutant.File, StringComparer.Ordinal);
        foreach (var (file, original) in originals)
            File.WriteAllText(file, MutantWriter.Write(original, byFile[file]));
    }

    private string Folder(string name) => Path.Combine(root, "tests", $"RgPolicy.{name}.Tests");

    private async Task<List<CompilerError>> CompileTestsAsync()
    {
        foreach (var name in tests)
        {
            if (await CompileAsync(Folder(name)) is { Count: > 0 } errors)
                return errors;
        }

        return [];
    }

    private static async Task<List<CompilerError>> CompileAsync(string folder)
    {
        string[] properties =
        [
            "-p:RunAnalyzers=false",
            "-p:TreatWarningsAsErrors=false",
            "-p:EnforceCodeStyleInBuild=false",
            "-p:GenerateDocumentationFile=false",
            "-p:GenerateProgramFile=false",
        ];
        var start = new ProcessStartInfo(
            "dotnet",
            ["build", folder, "-c", "Release", "--nologo", "-v", "quiet", .. properties]
        )
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var process = Process.Start(start) ?? throw new InvalidOperationException("dotnet does not start");
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        var errors = CompilerError.Read(text);
        return process.ExitCode == 0 || errors.Count > 0 ? errors : [new CompilerError("", 0, 0, text)];
    }

    private static IEnumerable<int> NumbersOf(CompilerError error) =>
        File.Exists(error.File) ? MutantWriter.NumbersAt(File.ReadAllText(error.File), error.Line, error.Column) : [];
}
