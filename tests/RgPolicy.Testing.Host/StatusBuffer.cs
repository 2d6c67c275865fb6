namespace RgPolicy.Testing.Host;

/// <summary>The kernel's <c>last_cmd_status</c>: one buffer of 512 bytes for all writers; what does not
/// fit is lost.</summary>
internal sealed class StatusBuffer
{
    private const int Capacity = 512;
    private readonly StringBuilder _text = new();

    internal string Text => _text.Length == 0 ? "ok\n" : _text.ToString();

    internal void Clear() => _text.Clear();

    internal void Add(string line)
    {
        var room = Capacity - 1 - _text.Length;
        _text.Append((line + "\n").AsSpan(0, Math.Max(0, Math.Min(room, line.Length + 1))));
    }

    /// <summary>Adds a line and returns the error number.</summary>
    internal int Fail(int error, string line)
    {
        Add(line);
        return error;
    }
}
