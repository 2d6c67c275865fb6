using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What a phrase looks like: words and marks, and what may stand in their places.</summary>
internal abstract record Pattern
{
    /// <summary>Matches at a place and hands each place where the match may end to what follows.</summary>
    public abstract bool Match(PhraseMatch match, int at, Func<int, bool> next);

    /// <summary>The words that it can begin with, in small letters, or null when others are possible too.</summary>
    public virtual ImmutableArray<string>? FirstWords => null;

    /// <summary>A word or a mark in any letters; parts of a mark touch each other.</summary>
    internal sealed record Words(ImmutableArray<string> Parts) : Pattern
    {
        public override ImmutableArray<string>? FirstWords => [Parts[0]];

        public override bool Match(PhraseMatch match, int at, Func<int, bool> next)
        {
            for (var index = 0; index < Parts.Length; index++)
            {
                var fits = match.Is(at + index, Parts[index]) && (index == 0 || match.Statement.Touches(at + index));
                if (!fits)
                    return false;
            }

            return next(at + Parts.Length);
        }
    }

    /// <summary>One of several kinds of tokens, such as <c>NAME</c>; a condition or an action may end before
    /// others do.</summary>
    internal sealed record Tokens(int Group, Func<StatementReading, int, int> EndOf, bool IsPart) : Pattern
    {
        public override bool Match(PhraseMatch match, int at, Func<int, bool> next)
        {
            for (var end = EndOf(match.Statement, at); end > at && match.Step(); end = IsPart ? end - 1 : at)
            {
                if (match.With(Group, at, end, () => next(end)))
                    return true;
            }

            return false;
        }
    }

    /// <summary>One thing behind the other.</summary>
    internal sealed record Sequence(ImmutableArray<Pattern> Parts) : Pattern
    {
        public override ImmutableArray<string>? FirstWords =>
            Parts.FirstOrDefault(part => part is not Marker) is { } first and not Optional ? first.FirstWords : null;

        public override bool Match(PhraseMatch match, int at, Func<int, bool> next) => From(0, match, at, next);

        private bool From(int part, PhraseMatch match, int at, Func<int, bool> next) =>
            part == Parts.Length
                ? next(at)
                : match.Step() && Parts[part].Match(match, at, end => From(part + 1, match, end, next));
    }

    /// <summary>Either of several.</summary>
    internal sealed record Choice(int Group, ImmutableArray<Pattern> Parts) : Pattern
    {
        public override ImmutableArray<string>? FirstWords =>
            Parts.All(part => part.FirstWords is not null)
                ? [.. Parts.SelectMany(part => part.FirstWords ?? [])]
                : null;

        public override bool Match(PhraseMatch match, int at, Func<int, bool> next)
        {
            foreach (var part in Parts)
            {
                if (part.Match(match, at, end => match.With(Group, at, end, () => next(end))))
                    return true;
            }

            return false;
        }
    }

    /// <summary>What may be missing, or stand several times.</summary>
    internal sealed record Optional(Pattern Part, bool Repeats) : Pattern
    {
        public override bool Match(PhraseMatch match, int at, Func<int, bool> next) =>
            Part.Match(match, at, end => Repeats && end > at ? Match(match, end, next) : next(end)) || next(at);
    }

    /// <summary>A place between tokens: where what is replaced begins or ends, where tokens touch, where a line begins
    /// or ends.</summary>
    internal sealed record Marker(char Mark) : Pattern
    {
        public override bool Match(PhraseMatch match, int at, Func<int, bool> next) =>
            Mark switch
            {
                '<' => match.Begin(at, () => next(at)),
                '>' => match.End(at, () => next(at)),
                '~' => match.Statement.Touches(at) && next(at),
                '^' => (at == 0 || match.Statement.IsFirstOnLine(at)) && next(at),
                _ => (at >= match.Statement.Tokens.Length || match.Statement.IsFirstOnLine(at)) && next(at),
            };
    }
}

/// <summary>One attempt to match a phrase: what its parts stand for so far.</summary>
internal sealed class PhraseMatch(StatementReading statement)
{
    // A pattern may try many ways; each attempt ends after so many steps.
    private const int MostSteps = 2_000;

    private readonly List<(int Group, int Start, int End)> _groups = [];
    private int _steps;

    public StatementReading Statement => statement;

    /// <summary>Where what is replaced begins; -1 where the pattern marks none.</summary>
    public int ReplacedFrom { get; private set; } = -1;

    public int ReplacedTo { get; private set; } = -1;

    public bool Step() => _steps++ < MostSteps;

    public bool Is(int at, string word) =>
        statement.Type(at) is not (RgPolicyLexer.STRING or RgPolicyLexer.OPEN_STRING)
        && (
            string.Equals(statement.At(at).Text, word, StringComparison.OrdinalIgnoreCase)
            || statement.Slice(at, at + 1) == word
        );

    public bool With(int group, int start, int end, Func<bool> rest)
    {
        if (group < 0)
            return rest();

        _groups.Add((group, start, end));
        if (rest())
            return true;

        _groups.RemoveAt(_groups.Count - 1);
        return false;
    }

    public bool Begin(int at, Func<bool> rest)
    {
        var before = ReplacedFrom;
        ReplacedFrom = at;
        if (rest())
            return true;

        ReplacedFrom = before;
        return false;
    }

    public bool End(int at, Func<bool> rest)
    {
        ReplacedTo = at;
        return rest();
    }

    /// <summary>What a group stands for; of one that repeats, all of it with commas between.</summary>
    public string Text(int group) =>
        string.Join(
            ", ",
            _groups
                .Where(found => found.Group == group)
                .OrderBy(found => found.Start)
                .Select(found => statement.Meant(found.Start, found.End))
        );
}
