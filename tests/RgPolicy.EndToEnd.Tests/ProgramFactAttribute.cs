using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>A test that needs a program which tools/setup provides where it may; elsewhere it is
/// skipped and says so.</summary>
internal sealed class ProgramFactAttribute : FactAttribute
{
    public ProgramFactAttribute(string program)
    {
        if (Find(program) is null)
            Skip = $"{program} is not here: run tools/setup";
    }

    /// <summary>Its path, on the search path or where tools/setup puts what it fetches; null when it is
    /// not here.</summary>
    public static string? Find(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':')
            .Append(ProductFiles.Path("artifacts", "tools"))
            .Where(directory => directory.Length > 0)
            .Select(directory => Path.Combine(directory, program))
            .FirstOrDefault(File.Exists);
}
