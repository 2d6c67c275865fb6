using System.Text;
using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A text with some parts replaced, that knows where each of its characters came from. Its tokens can be kept,
/// so that it is lexed once.</summary>
internal sealed class CorrectedText
{
    // Both null where the text is as it was.
    private readonly int[]? _starts;
    private readonly int[]? _ends;

    private IReadOnlyList<CommonToken>? _kept;

    public CorrectedText(string content) => Content = content;

    private CorrectedText(string content, int[] starts, int[] ends) =>
        (Content, _starts, _ends) = (content, starts, ends);

    /// <summary>The text as it is read.</summary>
    public string Content { get; }

    /// <summary>The same text as if it had been written so, for callers that count within what is read.</summary>
    public CorrectedText AsWritten => new(Content) { _kept = _kept };

    /// <summary>Its tokens, to be kept: they may not be changed.</summary>
    public IReadOnlyList<CommonToken> KeepTokens() => _kept ??= [.. Lexing.Read(Content)];

    /// <summary>Its tokens, for the caller to change.</summary>
    public IEnumerable<CommonToken> Tokens() => _kept?.Select(token => new CommonToken(token)) ?? Lexing.Read(Content);

    /// <summary>False where the text is as it was.</summary>
    public bool IsChanged => _starts is not null;

    /// <summary>Where in the original text a part begins that begins here.</summary>
    public int Start(int offset)
    {
        if (_starts is null || _ends is null)
        {
            return offset;
        }

        if (offset < _starts.Length)
        {
            return _starts[offset];
        }

        if (offset > 0)
        {
            return _ends[offset - 1];
        }

        return 0;
    }

    /// <summary>Where in the original text a part ends that ends before this offset.</summary>
    public int End(int offset) =>
        _ends is null ? offset
        : offset > 0 ? _ends[offset - 1]
        : 0;

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
        return new CorrectedText(content.ToString(), [.. starts], [.. ends]);
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
