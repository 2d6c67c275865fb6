using System.Buffers.Text;
using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Puts a parallel worker where its leader is, as a child of the leader would be: the main process starts workers anew
/// for each query, in its own group, and a client that polls sees them late or never. Looked for only while somebody is
/// in a pool.
/// </summary>
internal sealed class WorkerFollower
{
    // A new process shows the main process's title until it has set its own.
    private const int LooksAtTitle = 5;
    private const int LongestText = 64 * 1024;
    private readonly byte[] _buffer = new byte[LongestText];
    private readonly byte[] _text = new byte[LongestText];
    private readonly FileRoot _root;
    private readonly ProcessMover _mover;
    private readonly Dictionary<int, int> _looksLeft = [];
    private readonly Dictionary<int, int> _leaders = [];
    private HashSet<int> _children = [];
    private HashSet<int> _before = [];
    private int _textLength;

    internal WorkerFollower(FileRoot root, ProcessMover mover)
    {
        _root = root;
        _mover = mover;
    }

    /// <summary>How long to wait between two looks.</summary>
    internal static TimeSpan Interval { get; } = TimeSpan.FromMilliseconds(20);

    /// <summary>Looks for workers that have started since the last look and moves those of moved leaders.</summary>
    internal void Look(Postmaster postmaster)
    {
        if (HasNewText(postmaster.ProcessId))
        {
            Compare();
        }

        if (_looksLeft.Count == 0)
        {
            return;
        }

        foreach (var (child, left) in _looksLeft.ToArray())
        {
            Follow(child, left, postmaster);
        }
    }

    /// <summary>The workers that were moved only because this leader was.</summary>
    internal IReadOnlyList<int> FollowersOf(int leader) =>
        [.. _leaders.Where(follower => follower.Value == leader).Select(follower => follower.Key)];

    /// <summary>Forgets what it has seen: nobody is in a pool any more.</summary>
    internal void Forget()
    {
        _textLength = 0;
        _children.Clear();
        _looksLeft.Clear();
        _leaders.Clear();
    }

    /// <summary>The leader that a worker's title names, or null: <c>postgres: [cluster: ]parallel worker for PID 4711</c>.</summary>
    internal static int? LeaderOf(string title)
    {
        const string Words = "parallel worker for PID ";
        title = title.TrimEnd('\0', ' ');
        var at = title.LastIndexOf(Words, StringComparison.Ordinal);
        return title.StartsWith("postgres: ", StringComparison.Ordinal) && at > 0
            && int.TryParse(title.AsSpan(at + Words.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var leader)
            ? leader : null;
    }

    private void Compare()
    {
        (_before, _children) = (_children, _before);
        ReadChildren();
        ForgetEnded();
        foreach (var child in _children)
        {
            if (!_before.Contains(child))
            {
                _looksLeft[child] = LooksAtTitle;
            }
        }
    }

    private void Follow(int child, int left, Postmaster postmaster)
    {
        var title = _root.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{child}/cmdline"));
        var leader = title is null ? null : LeaderOf(title);
        if (leader is { } found && _mover.PoolOf(found) is { } pool)
        {
            _looksLeft.Remove(child);
            if (_mover.PoolOf(child) is null
                && _mover.Move([new MoveRequest(child, pool)], postmaster, "")[0].Status is MoveStatus.Done or MoveStatus.Partial)
            {
                _leaders[child] = found;
            }
        }
        else if (title is null || leader is not null || left == 1)
        {
            _looksLeft.Remove(child);
        }
        else
        {
            _looksLeft[child] = left - 1;
        }
    }

    // proc(5): children of a thread, separated by blanks; the main process has one thread. Compared as bytes first: most
    // looks find the same processes as the look before.
    private bool HasNewText(int processId)
    {
        var path = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task/{processId}/children");
        var length = KernelFile.Read(_root.Path(path), _buffer);
        var text = _buffer.AsSpan(0, Math.Max(length, 0));
        if (text.SequenceEqual(_text.AsSpan(0, _textLength)))
        {
            return false;
        }

        text.CopyTo(_text);
        _textLength = text.Length;
        return true;
    }

    private void ReadChildren()
    {
        _children.Clear();
        var rest = (ReadOnlySpan<byte>)_text.AsSpan(0, _textLength);
        while (Utf8Parser.TryParse(rest, out int child, out var used))
        {
            _children.Add(child);
            rest = rest[Math.Min(used + 1, rest.Length)..];
        }
    }

    private void ForgetEnded()
    {
        foreach (var known in _before)
        {
            if (!_children.Contains(known))
            {
                _looksLeft.Remove(known);
                _leaders.Remove(known);
            }
        }
    }
}
