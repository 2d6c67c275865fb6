namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Compares what a classifier is told of a session with texts, as the server does.</summary>
internal sealed class ForeignComparisons(
    SqlCursor cursor,
    ForeignVariables variables,
    bool countsCase,
    Action<string> remark
)
{
    // Of more blanks in a row no name has been seen to go on.
    private const int MostBlanks = 1;

    /// <summary>To the server blanks at the end are equal to none. What is left of a longer text equals a literal that
    /// fills it; a letter less, and the letter that follows has to be a blank.</summary>
    public LoginTest? Compare(ForeignInput input, TransactSqlToken token, bool negated)
    {
        var literal = Literal(token);
        var text = literal.Text.TrimEnd();
        if (!IsWhole(literal) || (input.Input == LoginInput.Database && text.Length == 0))
            return null;
        if (text.Length > input.Length || (countsCase && !input.CanHold(text)))
            return new LoginTest.Always(negated);
        var blanks = input.Length - text.Length;
        var whole = new LoginTest.Compare(input.Input, text, IsExact(input), negated);
        if (input.IsWhole || blanks > MostBlanks)
            return whole;
        var begins = Match(input, text.PadRight(input.Length) + TextPattern.Many, negated);
        return blanks == 0 ? begins
            : negated ? ForeignAnswer.Join([whole, begins], isAll: true)
            : ForeignAnswer.Join([whole, begins], isAll: false);
    }

    public LoginTest? Like(ForeignInput input, TransactSqlToken token, bool negated)
    {
        var (literal, line) = (Literal(token), cursor.Line);
        TransactSqlToken? escape = cursor.Take("ESCAPE") ? cursor.TakeAny() : null;
        if (
            !IsWhole(literal)
            || escape is not (null or { Kind: SqlTokenKind.Text, Text.Length: 1 })
            || ForeignPattern.Read(literal.Text, escape?.Text[0]) is not { } pattern
        )
            return null;
        var isOne = ForeignAnswer.Join(
            [.. pattern.Wanted.Select(units => Like(input, units, negated: false))],
            isAll: false
        );
        var test = ForeignAnswer.Join(
            [isOne, .. pattern.Unwanted.Select(units => Like(input, units, negated: true))],
            isAll: true
        );
        if (test is not null && pattern.HasRanges)
        {
            remark(
                FormattableString.Invariant(
                    $"line {line}: a range of letters in '{literal.Text}' is that of ASCII, and the server's collation has others between them"
                )
            );
        }

        return test is not null && negated ? ForeignAnswer.Not(test) : test;
    }

    /// <summary>Of what is left of a longer text only its beginning can be asked.</summary>
    public LoginTest? Like(ForeignInput input, string units, bool negated)
    {
        if (countsCase && !input.CanHold(units))
            return new LoginTest.Always(negated);
        if (input is { IsWhole: true, IsPadded: false })
            return Match(input, units, negated);
        var isOpen = units.EndsWith(TextPattern.Many);
        var begin = isOpen ? units[..^1] : units;
        // A blank or any letter at the end may be one that fills up.
        var isOfPadding = input.IsPadded && (!isOpen || begin is [.., ' ' or TextPattern.One]);
        return begin.Contains(TextPattern.Many, StringComparison.Ordinal) || isOfPadding ? null
            : begin.Length > input.Length ? new LoginTest.Always(negated)
            : Match(input, isOpen || begin.Length == input.Length ? begin + TextPattern.Many : begin, negated);
    }

    public TransactSqlToken Literal(TransactSqlToken token) =>
        token.Kind == SqlTokenKind.Word && variables.Constant(token.Text) is { } text
            ? token with
            {
                Kind = SqlTokenKind.Text,
                Text = text,
            }
            : token;

    public bool IsWhole(TransactSqlToken literal) =>
        literal.Kind == SqlTokenKind.Text
        && !cursor.IsAt("COLLATE")
        && !cursor.IsAt("ESCAPE")
        && !cursor.IsAt("+")
        && !literal.Text.AsSpan().ContainsAny('\r', '\n', '\0')
        && !literal.Text.AsSpan().ContainsAny(TextPattern.Many, TextPattern.One);

    private LoginTest.Match Match(ForeignInput input, string units, bool negated) =>
        new(input.Input, TextPattern.OfUnits(units, IsExact(input)), negated);

    private bool IsExact(ForeignInput input) => countsCase && input.Case is null;
}
