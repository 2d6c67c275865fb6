using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Journal;

/// <summary>
/// The journal on disk: every change is in it, flushed, before the kernel is told. Only one process writes at a time:
/// the mover, or the process that restores after the mover's death.
/// </summary>
internal sealed class JournalFile : IDisposable
{
    internal const string Name = "journal";
    private const int RewriteAboveBytes = 1024 * 1024;
    private readonly string _path;
    private readonly string _boot;
    private int _descriptor;
    private long _length;

    private JournalFile(string path, string boot, int descriptor, string text)
    {
        _path = path;
        _boot = boot;
        _descriptor = descriptor;
        _length = Encoding.UTF8.GetByteCount(text);
        Content = JournalContent.Parse(text, boot);
    }

    /// <summary>What is outstanding.</summary>
    internal JournalContent Content { get; private set; }

    /// <summary>Whether there was none when it was opened: what it named, if there ever was one, is not
    /// known.</summary>
    internal bool WasMissing { get; private init; }

    /// <summary>Opens or makes the journal in a state directory.</summary>
    /// <param name="root">Where the boot's identity is read.</param>
    /// <param name="stateDirectory">The directory; root's alone.</param>
    /// <param name="problem">Why it cannot be opened, or empty.</param>
    internal static JournalFile? Open(FileRoot root, string stateDirectory, out string problem)
    {
        var path = Path.Join(stateDirectory, Name);
        var boot = root.ReadTrimmed("/proc/sys/kernel/random/boot_id") ?? string.Empty;
        var isMissing = FileOwner.Read(path) is null;
        var descriptor = isMissing ? Place(path, new JournalContent(boot).Compacted()) : -1;
        descriptor = descriptor < 0 ? OpenForAppending(path) : descriptor;
        if (descriptor < 0)
        {
            problem = $"the journal {path} cannot be opened: {Errno.Describe(Errno.Last)}";
            return null;
        }

        problem = string.Empty;
        var text = FileRoot.Machine.ReadText(path) ?? string.Empty;
        return new JournalFile(path, boot, descriptor, text) { WasMissing = isMissing };
    }

    /// <summary>Adds process lines and flushes them; 0, or the error number: then nothing may be changed.</summary>
    internal int AddProcesses(IReadOnlyCollection<ProcessOriginal> processes) =>
        processes.Count == 0 ? 0 : Add([.. processes.Select(p => Entry() with { Process = p })]);

    /// <summary>Notes that processes have everything back or are gone.</summary>
    internal void AddDone(IEnumerable<ProcessOriginal> processes)
    {
        JournalEntry[] entries =
        [
            .. processes.Select(p => Entry() with { DoneProcessId = p.ProcessId, DoneStartTime = p.StartTime }),
        ];
        _ = entries.Length == 0 ? 0 : Add(entries);
    }

    internal int AddGroup(string directory) => Add([Entry() with { Group = directory }]);

    internal int AddRemovedGroup(string directory) => Add([Entry() with { RemovedGroup = directory }]);

    internal int AddController(string directory, string name) =>
        Add([Entry() with { Controller = Path.Join(directory, name) }]);

    internal int AddRevertedController(string directory, string name) =>
        Add([Entry() with { RevertedController = Path.Join(directory, name) }]);

    internal int AddHanded(HandedFile file) => Add([Entry() with { Handed = file }]);

    internal int AddTakenBack(string path) => Add([Entry() with { TakenBack = path }]);

    /// <summary>Writes it anew, without what cannot be read; what that named was found out, or is lost.</summary>
    internal void Repair()
    {
        if (TryReplace(Content.Compacted()))
            Reload();
    }

    /// <summary>Reads again what is on disk: another process may have written since.</summary>
    internal void Reload()
    {
        var text = FileRoot.Machine.ReadText(_path) ?? string.Empty;
        _length = Encoding.UTF8.GetByteCount(text);
        Content = JournalContent.Parse(text, _boot);
    }

    public void Dispose()
    {
        if (_descriptor >= 0)
        {
            _ = Libc.Close(_descriptor);
            _descriptor = -1;
        }
    }

    private static int OpenForAppending(string path)
    {
        const int Flags = KernelFile.WriteOnly | KernelFile.Create | KernelFile.Append | KernelFile.CloseOnExec;
        return Libc.Open(path, Flags | KernelFile.NoFollow | KernelFile.NonBlocking, 0b110_000_000);
    }

    private JournalEntry Entry() => new() { Boot = _boot };

    private int Add(JournalEntry[] entries)
    {
        var error = WriteText(string.Concat(entries.Select(JournalContent.Line)));
        if (error != 0)
            return error;

        foreach (var entry in entries)
            Content.Apply(entry);

        Compact();
        return 0;
    }

    // Each write begins a line of its own: what a full disk or a kill has torn before must not be glued to it.
    private int WriteText(string text)
    {
        var bytes = Encoding.UTF8.GetBytes("\n" + text);
        var error = KernelFile.WriteAll(_descriptor, bytes);
        if (error == 0 && Libc.Fsync(_descriptor) != 0)
            error = Errno.Last;

        _length += bytes.Length;
        return error;
    }

    // A journal that lives long and holds little is written anew, beside the old one, which it then replaces.
    private void Compact()
    {
        var worthwhile = Content.IsEmpty ? _length > 4096 : _length > RewriteAboveBytes;
        if (!worthwhile)
            return;

        var compacted = Content.Compacted();
        if (compacted.Length > RewriteAboveBytes / 2 || !TryReplace(compacted))
            return;

        _length = compacted.Length;
    }

    private bool TryReplace(string text)
    {
        var descriptor = Place(_path, text);
        if (descriptor < 0)
            return false;

        _ = Libc.Close(_descriptor);
        _descriptor = descriptor;
        return true;
    }

    // Written beside it first: there is never a journal without its first line, so an empty one is a damaged one.
    private static int Place(string path, string text)
    {
        var next = path + ".next";
        try
        {
            File.Delete(next);
            var descriptor = OpenForAppending(next);
            if (
                descriptor >= 0
                && KernelFile.WriteAll(descriptor, Encoding.UTF8.GetBytes(text)) == 0
                && Libc.Fsync(descriptor) == 0
            )
            {
                File.Move(next, path, overwrite: true);
                return descriptor;
            }

            _ = descriptor < 0 ? 0 : Libc.Close(descriptor);
            return -1;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return -1;
        }
    }
}
