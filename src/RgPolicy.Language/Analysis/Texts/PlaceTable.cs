using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Texts;

/// <summary>
/// The places of all questions in one row. What was read of a text is a set of places, rising: those
/// that it may have come to.
/// </summary>
internal sealed class PlaceTable
{
    private readonly PlaceKind[] _kinds;
    private readonly char[] _units;
    private readonly char[] _uppers;
    private readonly int[] _questions;
    private readonly bool[] _areExact;
    private readonly string[] _written;

    public PlaceTable(IReadOnlyList<(TextQuestion Question, string Written)> questions)
    {
        var count = questions.Sum(each => each.Question.Text.Length + 1);
        (_kinds, _units, _uppers, _questions) = (
            new PlaceKind[count],
            new char[count],
            new char[count],
            new int[count]
        );
        _areExact = [.. questions.Select(each => each.Question.IsExact)];
        _written = [.. questions.Select(each => each.Written)];
        Starts = new int[questions.Count];
        var place = 0;
        for (var number = 0; number < questions.Count; number++)
        {
            Starts[number] = place;
            place = Fill(questions[number].Question, number, place);
        }
    }

    /// <summary>The first place of each question.</summary>
    public int[] Starts { get; }

    public int Count => _kinds.Length;

    public bool HasWildcards => Array.Exists(_kinds, kind => kind is PlaceKind.One or PlaceKind.Many);

    /// <summary>The letter that begins at a place, whatever its case: the same number for the same letter.</summary>
    public int LetterKey(int place) =>
        char.IsHighSurrogate(_uppers[place])
        && _kinds[place + 1] == PlaceKind.Letter
        && char.IsLowSurrogate(_uppers[place + 1])
            ? (_uppers[place] << 16) | _uppers[place + 1]
            : _uppers[place];

    public PlaceKind Kind(int place) => _kinds[place];

    public int Question(int place) => _questions[place];

    /// <summary>True where the letter's case counts.</summary>
    public bool IsExact(int place) => _areExact[_questions[place]];

    public bool Takes(int place, char unit, char upper) =>
        _kinds[place] == PlaceKind.One
        || (_kinds[place] == PlaceKind.Letter && (IsExact(place) ? _units[place] == unit : _uppers[place] == upper));

    /// <summary>The letter that begins at a place, as the policy writes it; of two units outside the
    /// basic plane.</summary>
    public string Letter(int place)
    {
        var (text, at) = (_written[_questions[place]], place - Starts[_questions[place]]);
        return at + 1 < text.Length && char.IsSurrogatePair(text[at], text[at + 1])
            ? text.Substring(at, 2)
            : text[at].ToString();
    }

    /// <summary>The letters that the questions name, in upper case, unit by unit.</summary>
    public HashSet<char> Units()
    {
        var units = new HashSet<char>();
        for (var place = 0; place < _kinds.Length; place++)
        {
            if (_kinds[place] == PlaceKind.Letter)
                units.Add(_uppers[place]);
        }

        return units;
    }

    private int Fill(TextQuestion question, int number, int place)
    {
        var upper = question.Text.ToUpperInvariant(); // As a whole: some letters are two units.
        for (var at = 0; at < question.Text.Length; at++, place++)
        {
            (_units[place], _uppers[place], _questions[place]) = (question.Text[at], upper[at], number);
            _kinds[place] = !question.IsPattern
                ? PlaceKind.Letter
                : question.Text[at] switch
                {
                    TextPattern.Many => PlaceKind.Many,
                    TextPattern.One => PlaceKind.One,
                    _ => PlaceKind.Letter,
                };
        }

        (_kinds[place], _questions[place]) = (PlaceKind.End, number);
        return place + 1;
    }
}

/// <summary>What a place of a question takes.</summary>
internal enum PlaceKind
{
    Letter,

    One,

    /// <summary>Any number of units.</summary>
    Many,

    /// <summary>Nothing more: the text has the question's answer yes.</summary>
    End,
}

/// <summary>A question about a text: does it match a pattern, or is it a name?</summary>
/// <param name="Text">The pattern's units or the name.</param>
/// <param name="IsExact">True where case counts.</param>
/// <param name="IsPattern">True where some units are wildcards; a pattern without one is a name.</param>
internal sealed record TextQuestion(string Text, bool IsExact, bool IsPattern)
{
    public static TextQuestion Name(TextConstant name) => Of(name.Value, name.Exactly, isPattern: false);

    public static TextQuestion Pattern(TextPattern pattern) => Of(pattern.Units, pattern.Exactly, pattern.HasWildcards);

    // Two questions that differ in case alone are one where case does not count.
    private static TextQuestion Of(string text, bool isExact, bool isPattern) =>
        new(isExact ? text : text.ToUpperInvariant(), isExact, isPattern);
}
