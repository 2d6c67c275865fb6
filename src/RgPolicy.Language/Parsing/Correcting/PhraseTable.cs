using System.Collections.Frozen;
using System.Text.RegularExpressions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The phrases of phrases.txt, read once when the first text with a mistake comes.</summary>
internal sealed partial class PhraseTable
{
    private static readonly Lazy<PhraseTable> Embedded = new(() =>
        new PhraseTable(EmbeddedText.Lines("RgPolicy.Language.Parsing.Correcting.phrases.txt"))
    );

    private readonly FrozenDictionary<string, ImmutableArray<Phrase>> _byWord;
    private readonly ImmutableArray<Phrase> _others;

    private PhraseTable(IEnumerable<string> lines)
    {
        ImmutableArray<Phrase> all = [.. lines.Select(Parse)];
        _others = [.. all.Where(phrase => phrase.Pattern.FirstWords is null)];
        _byWord = all.SelectMany(phrase =>
                (phrase.Pattern.FirstWords ?? []).Distinct(StringComparer.Ordinal).Select(word => (word, phrase))
            )
            .GroupBy(pair => pair.word, pair => pair.phrase, StringComparer.Ordinal)
            .ToFrozenDictionary(group => group.Key, group => group.ToImmutableArray(), StringComparer.Ordinal);
    }

    public static PhraseTable Instance => Embedded.Value;

    /// <summary>Those that may begin with a word.</summary>
    public IEnumerable<Phrase> BeginningWith(string word) =>
        _byWord.GetValueOrDefault(word.ToLowerInvariant(), []).Concat(_others);

    private static Phrase Parse(string line, int number)
    {
        var row = Row().Match(line);
        if (!row.Success)
            throw new InvalidOperationException($"phrases.txt: `{line}` is not `PLACE CODE PATTERN => MEANT`.");

        var said = row.Groups["said"].Value.Split(" ! ", 2);
        return new Phrase(
            number,
            row.Groups["places"]
                .Value.Split(',')
                .Aggregate(Place.None, (all, one) => all | Enum.Parse<Place>(one, true)),
            PatternReader.Read(row.Groups["pattern"].Value),
            said[0].Trim(),
            "RG" + row.Groups["code"].Value,
            said.Length > 1 ? said[1] : null,
            row.Groups["fix"].Value switch
            {
                "?" => PhraseFix.Guess,
                "-" => PhraseFix.None,
                _ => PhraseFix.Safe,
            }
        );
    }

    [GeneratedRegex(
        @"^(?<places>[a-z,]+) +(?<code>\d{4})(?<fix>[?-]?) +(?<pattern>.*?) +=>(?<said>.*)$",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex Row();
}
