using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests;

/// <summary>A folder of its own for one test; commands run inside it.</summary>
internal sealed class TestFolder : IDisposable
{
    public TestFolder() => Root = Directory.CreateTempSubdirectory("rgp-cli-").FullName;

    public string Root { get; }

    public string Path(string name) => System.IO.Path.Combine(Root, name);

    public TestFolder With(string name, string content)
    {
        var path = Path(name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path) ?? Root);
        File.WriteAllText(path, content);
        return this;
    }

    public Task<CliRun> Run(params string[] arguments) => RunWith(context => context, arguments);

    public Task<CliRun> RunWith(Func<CliContext, CliContext> change, params string[] arguments) =>
        CliRun.Of(context => change(context with { WorkingDirectory = Root, InstallDirectory = Root }), arguments);

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
