using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests;

/// <summary>A temporary tree that stands for <c>/proc</c> and <c>/sys</c>.</summary>
internal sealed class FakeTree : IDisposable
{
    internal FakeTree() => Root = new FileRoot(Directory.CreateTempSubdirectory("rgp-tree-").FullName);

    internal FileRoot Root { get; }

    internal FakeTree With(string path, string text)
    {
        var full = Root.Path(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
        return this;
    }

    internal FakeTree WithDirectory(string path)
    {
        Directory.CreateDirectory(Root.Path(path));
        return this;
    }

    internal FakeTree WithLink(string path, string target)
    {
        var full = Root.Path(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.CreateSymbolicLink(full, Root.Path(target));
        return this;
    }

    internal FakeTree WithMounts(params string[] lines) =>
        With("/proc/self/mountinfo", string.Concat(lines.Select(l => l + "\n")));

    /// <summary>A process: its stat line, its user and its cgroups.</summary>
    internal FakeTree WithProcess(int id, int parent, int session, ulong start, int user, params string[] cgroups) =>
        With(
                $"/proc/{id}/stat",
                $"{id} (a (b) c) S {parent} {id} {session} 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 {start} 0 0\n"
            )
            .With($"/proc/{id}/status", $"Name:\tx\nUid:\t{user}\t{user}\t{user}\t{user}\n")
            .With($"/proc/{id}/cgroup", string.Concat(cgroups.Select(c => c + "\n")));

    public void Dispose() => Directory.Delete(Root.Prefix, recursive: true);
}
