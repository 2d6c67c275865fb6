namespace RgPolicy.Engine.Tests.Building;

/// <summary>
/// Compares what people read with a file under Baselines, byte for byte. With RGPOLICY_ACCEPT=1 the output becomes
/// the baseline: look at the difference before it is committed.
/// </summary>
internal static class Baseline
{
    private static readonly string Folder = Path.Combine(
        RepositoryRoot(),
        "tests",
        "RgPolicy.Engine.Tests",
        "Baselines"
    );

    public static void Check(string name, IEnumerable<string> lines)
    {
        var path = Path.Combine(Folder, name);
        var actual = string.Concat(lines.Select(line => line + "\n"));
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.True(File.Exists(path), $"{path} is missing: run with RGPOLICY_ACCEPT=1 once");
        Assert.Equal(File.ReadAllText(path), actual);
    }

    private static string RepositoryRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "RgPolicy.sln")))
        {
            folder =
                Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("RgPolicy.sln is in no folder above the test assembly.");
        }

        return folder;
    }
}
