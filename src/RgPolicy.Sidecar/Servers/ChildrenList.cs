using System.Buffers.Text;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Servers;

/// <summary>The children of the server's main process, compared with those seen before (proc(5): a list
/// of the first thread's).</summary>
internal sealed class ChildrenList
{
    private const int LongestText = 64 * 1024;
    private readonly byte[] _buffer = new byte[LongestText];
    private readonly byte[] _text = new byte[LongestText];
    private readonly FileRoot _root;
    private HashSet<int> _children = [];
    private HashSet<int> _before = [];
    private int _textLength;

    internal ChildrenList(FileRoot root) => _root = root;

    /// <summary>Children that were not there at the last call.</summary>
    internal IEnumerable<int> FindNew(int processId)
    {
        if (!HasNewText(processId))
            return [];

        (_before, _children) = (_children, _before);
        Read();
        return _children.Where(child => !_before.Contains(child));
    }

    /// <summary>Forgets what was seen: the next call finds all of them.</summary>
    internal void Forget()
    {
        _textLength = 0;
        _children.Clear();
    }

    // Compared as bytes first: most looks find the same processes as the look before.
    private bool HasNewText(int processId)
    {
        var path = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task/{processId}/children");
        var length = KernelFile.Read(_root.Path(path), _buffer);
        var text = _buffer.AsSpan(0, Math.Max(length, 0));
        if (text.SequenceEqual(_text.AsSpan(0, _textLength)))
            return false;

        text.CopyTo(_text);
        _textLength = text.Length;
        return true;
    }

    private void Read()
    {
        _children.Clear();
        var rest = (ReadOnlySpan<byte>)_text.AsSpan(0, _textLength);
        while (Utf8Parser.TryParse(rest, out int child, out var used))
        {
            _children.Add(child);
            rest = rest[Math.Min(used + 1, rest.Length)..];
        }
    }
}
