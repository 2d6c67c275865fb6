namespace RgPolicy.Service.Status.Answers;

/// <summary>A document in pieces, written once and used again for the next one: none of them is large enough for the
/// heap of large objects, which is collected with everything else.</summary>
internal sealed class PieceBuffer : IBufferWriter<byte>
{
    internal const int PieceLength = 32 * 1024;

    private readonly List<byte[]> _pieces = [];
    private readonly List<int> _filled = [];

    public long Length => _filled.Sum(each => (long)each);

    public IEnumerable<ReadOnlyMemory<byte>> Pieces =>
        _filled.Select((length, index) => (ReadOnlyMemory<byte>)_pieces[index].AsMemory(0, length));

    /// <summary>Forgets the document and keeps the pieces.</summary>
    public void Clear() => _filled.Clear();

    public void Advance(int count) => _filled[^1] += count;

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        var wanted = Math.Max(1, sizeHint);
        if (_filled.Count == 0 || _pieces[_filled.Count - 1].Length - _filled[^1] < wanted)
            Begin(wanted);

        return _pieces[_filled.Count - 1].AsMemory(_filled[^1]);
    }

    private void Begin(int wanted)
    {
        var at = _filled.Count;
        if (at == _pieces.Count)
            _pieces.Add(new byte[Math.Max(wanted, PieceLength)]);
        else if (_pieces[at].Length < wanted)
            _pieces[at] = new byte[wanted];

        _filled.Add(0);
    }
}

/// <summary>A document that a client reads; to be disposed of when it was read, because its memory is
/// used again.</summary>
internal sealed class Answer(PieceBuffer content, Action? giveBack = null) : IDisposable
{
    private Action? _giveBack = giveBack;

    public PieceBuffer Content => content;

    public void Dispose() => Interlocked.Exchange(ref _giveBack, null)?.Invoke();
}
