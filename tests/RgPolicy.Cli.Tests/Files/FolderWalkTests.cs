using RgPolicy.Cli.Files;

namespace RgPolicy.Cli.Tests.Files;

public sealed class FolderWalkTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Root reads every folder but one that is gone.</summary>
    [Fact]
    public void Files_FolderThatCannotBeRead_IsAProblemAndNoMore()
    {
        _folder.With("a/x.rgp", "").With("c/x.rgp", "");
        Directory.CreateDirectory(_folder.Path("b"));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder.Path("b"), UnixFileMode.None);

        var problems = new List<string>();
        var files = FolderWalk.Files(_folder.Root, problems);
        var missing = FolderWalk.Files(_folder.Path("nowhere"), problems);

        Assert.Equal(
            ["a/x.rgp", "c/x.rgp"],
            files.Select(file => Path.GetRelativePath(_folder.Root, file).Replace('\\', '/')),
            StringComparer.Ordinal
        );
        Assert.Empty(missing);
        Assert.Contains(problems, problem => problem.Contains("nowhere", StringComparison.Ordinal));
        Assert.All(problems, problem => Assert.Contains("cannot be read", problem, StringComparison.Ordinal));
    }
}
