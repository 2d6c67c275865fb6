using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>
/// A test's directory as the kernel's files, of which any can be refused with an error number, as modes, security
/// modules and read-only mounts do it. Nothing in it can be changed.
/// </summary>
/// <param name="root">What stands for <c>/</c>.</param>
internal sealed class FaultyTree(string root) : IKernelTree
{
    private readonly Dictionary<string, int> _errors = new(StringComparer.Ordinal);

    /// <summary>The facts that are read through files, from here.</summary>
    public FileRoot Root => new(string.Empty) { Tree = this };

    /// <summary>Refuses a file, a link or a directory from now on.</summary>
    public FaultyTree Refuse(string path, int error)
    {
        _errors[path] = error;
        return this;
    }

    /// <inheritdoc/>
    public int Read(string path, out string text)
    {
        text = string.Empty;
        var error = ErrorOf(path);
        if (error == 0 && !File.Exists(root + path))
            error = KernelError.NoEntry;

        text = error == 0 ? File.ReadAllText(root + path, Encoding.UTF8) : string.Empty;
        return error;
    }

    /// <inheritdoc/>
    public int List(string path, out ImmutableArray<string> directories)
    {
        directories = [];
        var error = ErrorOf(path);
        if (error == 0 && !Directory.Exists(root + path))
            error = KernelError.NoEntry;

        if (error == 0)
        {
            var names = Directory.GetDirectories(root + path).Select(n => Path.GetFileName(n));
            directories = [.. names.Order(StringComparer.Ordinal)];
        }

        return error;
    }

    /// <inheritdoc/>
    public int ReadLinks(string directory, out ImmutableArray<string> targets)
    {
        targets = [];
        var error = ErrorOf(directory);
        if (error != 0 || !Directory.Exists(root + directory))
            return error == 0 ? KernelError.NoEntry : error;

        var found = ImmutableArray.CreateBuilder<string>();
        foreach (var link in Directory.GetFileSystemEntries(root + directory).Order(StringComparer.Ordinal))
        {
            error = ErrorOf($"{directory}/{Path.GetFileName(link)}");
            if (error == 0)
                found.Add(new FileInfo(link).LinkTarget ?? string.Empty);
            else if (error != KernelError.NoEntry)
                return error;
        }

        targets = found.ToImmutable();
        return 0;
    }

    /// <inheritdoc/>
    public int Write(string path, string command) => KernelError.AccessDenied;

    /// <inheritdoc/>
    public int MakeDirectory(string path) => KernelError.AccessDenied;

    /// <inheritdoc/>
    public int RemoveDirectory(string path) => KernelError.AccessDenied;

    /// <inheritdoc/>
    public int Rename(string from, string to) => KernelError.AccessDenied;

    /// <inheritdoc/>
    public int ChangeOwner(string path, uint user) => KernelError.AccessDenied;

    /// <inheritdoc/>
    public int ReadOwner(string path, out uint user)
    {
        user = uint.MaxValue;
        return KernelError.AccessDenied;
    }

    /// <inheritdoc/>
    public bool MayWrite(string path) => false;

    /// <inheritdoc/>
    public int TryLock(string directory, out IDisposable? held)
    {
        held = null;
        return KernelError.AccessDenied;
    }

    private int ErrorOf(string path) => _errors.GetValueOrDefault(path);
}
