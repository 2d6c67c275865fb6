using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A text, or a part of one, with some parts replaced; knows where each of its characters came from.</summary>
internal sealed class CorrectedText
{
    private readonly int _origin;

    // Both null where the text is as it was.
    private readonly int[]? _starts;
    private readonly int[]? _ends;

    public CorrectedText(string content, int origin = 0) => (Content, _origin) = (content, origin);

    private CorrectedText(string content, int origin, int[] starts, int[] ends) =>
        (Content, _origin, _starts, _ends) = (content, origin, starts, ends);

    public string Content { get; }

    public bool IsChanged => _starts is not null;

    /// <summary>Its tokens, for the caller to change.</summary>
    public IEnumerable<CommonToken> Tokens() => Lexing.Read(Content);

    /// <summary>Where in the original text a part begins that begins here.</summary>
    public int Start(int offset) =>
        _starts is null || _ends is null ? _origin + offset
        : offset < _starts.Length ? _starts[offset]
        : offset > 0 ? _ends[offset - 1]
        : _origin;

    /// <summary>Where in the original text a part ends that ends before this offset.</summary>
    public int End(int offset) =>
        _ends is null ? _origin + offset
        : offset > 0 ? _ends[offset - 1]
        : _origin;

    /// <summary>The text after changes that rise and do not touch each other.</summary>
    public CorrectedText With(IReadOnlyList<Replacement> edits)
    {
        var (content, starts, ends) = (
            new StringBuilder(),
            new List<int>(Content.Length),
            new List<int>(Content.Length)
        );
        var place = 0;
        foreach (var edit in edits)
        {
            Keep(place, edit.Start, content, starts, ends);
            var (from, to) =
                edit.Start < edit.End ? (Start(edit.Start), End(edit.End)) : (End(edit.Start), End(edit.Start));
            content.Append(edit.Text);
            for (var index = 0; index < edit.Text.Length; index++)
            {
                starts.Add(index == 0 ? from : to);
                ends.Add(to);
            }

            place = edit.End;
        }

        Keep(place, Content.Length, content, starts, ends);
        return new CorrectedText(content.ToString(), _origin, [.. starts], [.. ends]);
    }

    public CorrectedText Part(int start, int end) =>
        _starts is null || _ends is null
            ? new CorrectedText(Content[start..end], _origin + start)
            : new CorrectedText(Content[start..end], Start(start), _starts[start..end], _ends[start..end]);

    /// <summary>The whole text that parts make, one behind the other.</summary>
    public static CorrectedText Join(IReadOnlyList<CorrectedText> parts)
    {
        if (!parts.Any(part => part.IsChanged))
            return new CorrectedText(string.Concat(parts.Select(part => part.Content)));

        var (content, starts, ends) = (new StringBuilder(), new List<int>(), new List<int>());
        foreach (var part in parts)
            part.Keep(0, part.Content.Length, content, starts, ends);

        return new CorrectedText(content.ToString(), 0, [.. starts], [.. ends]);
    }

    private void Keep(int from, int to, StringBuilder content, List<int> starts, List<int> ends)
    {
        content.Append(Content, from, to - from);
        for (var offset = from; offset < to; offset++)
        {
            starts.Add(Start(offset));
            ends.Add(End(offset + 1));
        }
    }
}
