namespace RgPolicy.Plans.Documents;

/// <summary>How servers spell a name, ready to be compared.</summary>
internal readonly struct JsonSpelling(byte[] utf8)
{
    public TextEnds Ends { get; } = TextEnds.Of(utf8);

    /// <summary>What is between the ends.</summary>
    private readonly byte[] _middle = utf8.Length > TextEnds.Longest ? utf8[sizeof(ulong)..^sizeof(ulong)] : [];

    /// <summary>True for the same bytes.</summary>
    public bool Is(ReadOnlySpan<byte> text, TextEnds ends) =>
        Ends == ends && (_middle.Length == 0 || text.Slice(sizeof(ulong), _middle.Length).SequenceEqual(_middle));
}
