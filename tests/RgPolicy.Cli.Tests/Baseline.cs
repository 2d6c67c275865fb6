namespace RgPolicy.Cli.Tests;

/// <summary>
/// Compares output with a file under Baselines. With RGPOLICY_ACCEPT=1 the output becomes the baseline: look at the
/// difference before it is committed.
/// </summary>
internal static class Baseline
{
    public static void Check(string name, string actual)
    {
        var path = Path.Combine(RepositoryRoot.Path, "tests", "RgPolicy.Cli.Tests", "Baselines", name + ".txt");
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.True(File.Exists(path), $"{path} is missing: run with RGPOLICY_ACCEPT=1 once");
        Assert.Equal(File.ReadAllText(path), actual);
    }
}
