namespace RgPolicy.Cli.Classify;

/// <summary>Cuts a stream into lines without copying them. It reads again only when every whole line that has arrived
/// was handed out, so that a caller can write out its answers before it waits.</summary>
internal sealed class JsonLineReader(Stream input)
{
    private const int FirstSize = 64 * 1024;

    private byte[] _buffer = new byte[FirstSize];
    private int _start;
    private int _end;
    private bool _isAtEnd;

    public const int LongestLine = 16 * 1024 * 1024;

    /// <summary>True when a line was longer than <see cref="LongestLine"/>; reading stops there.</summary>
    public bool IsTooLong { get; private set; }

    /// <summary>The next line that has arrived, without its end; false when more must be read.</summary>
    public bool TryTake(out ReadOnlySpan<byte> line)
    {
        var arrived = _buffer.AsSpan(_start, _end - _start);
        var length = arrived.IndexOf((byte)'\n');
        if (length >= 0)
        {
            line = arrived[..length];
            _start += length + 1;
            return true;
        }

        // The last line may lack its end.
        line = _isAtEnd ? arrived : default;
        _start = _isAtEnd ? _end : _start;
        return !line.IsEmpty;
    }

    /// <summary>Waits for more; false at the end.</summary>
    public async Task<bool> ReadAsync(CancellationToken cancellationToken)
    {
        if (_isAtEnd)
            return false;

        MakeRoom();
        if (IsTooLong)
            return false;

        var count = await input.ReadAsync(_buffer.AsMemory(_end), cancellationToken);
        _end += count;
        _isAtEnd = count == 0;
        return true;
    }

    private void MakeRoom()
    {
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        _end -= _start;
        _start = 0;
        if (_end < _buffer.Length)
            return;

        IsTooLong = _buffer.Length >= LongestLine;
        if (!IsTooLong)
            Array.Resize(ref _buffer, _buffer.Length * 2);
    }
}
