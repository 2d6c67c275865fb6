using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// Reads conditions of a classifier that RgPolicy did not write: comparisons of login, application,
/// host and database with literals, joined by AND, OR and NOT.
/// </summary>
/// <param name="cursor">The text.</param>
/// <param name="variables">What its variables hold.</param>
/// <param name="countsCase">The server tells capitals from small letters.</param>
/// <param name="remark">Told of what a policy asks otherwise.</param>
internal sealed class ForeignConditions(
    SqlCursor cursor,
    ForeignVariables variables,
    bool countsCase,
    Action<string> remark
)
{
    private const int Deepest = 100;

    // Of more blanks in a row no name has been seen to go on.
    private const int MostBlanks = 1;

    // Whether a variable is NULL becomes a condition of that many parts at most.
    private const int MostHeld = 8;

    private static readonly ImmutableDictionary<string, LoginInput> Functions = ImmutableDictionary.CreateRange(
        StringComparer.OrdinalIgnoreCase,
        [
            KeyValuePair.Create("SUSER_SNAME", LoginInput.Login),
            KeyValuePair.Create("SUSER_NAME", LoginInput.Login),
            KeyValuePair.Create("ORIGINAL_LOGIN", LoginInput.Login),
            KeyValuePair.Create("APP_NAME", LoginInput.App),
            KeyValuePair.Create("PROGRAM_NAME", LoginInput.App),
            KeyValuePair.Create("HOST_NAME", LoginInput.Host),
            KeyValuePair.Create("ORIGINAL_DB_NAME", LoginInput.Database),
        ]
    );

    private int _depth;

    /// <summary>The condition that comes next, or null where a class cannot ask it.</summary>
    public LoginTest? Read()
    {
        var tests = new List<LoginTest?> { ReadAll() };
        while (cursor.Take("OR"))
        {
            tests.Add(ReadAll());
        }

        return Any(tests);
    }

    /// <summary>The input that comes next, or null where something else does.</summary>
    public ForeignInput? ReadInput()
    {
        var (start, line) = (cursor.At, cursor.Line);
        var token = cursor.TakeAny();
        var input = token.Kind == TransactSqlTokenKind.Word ? InputOf(token) : null;
        if (input is { Input: LoginInput.Database } && token.Is("ORIGINAL_DB_NAME"))
        {
            remark(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"line {line}: ORIGINAL_DB_NAME() is the database that the client names, and empty where it names none; "
                ) + "session.database is the login's default database then"
            );
        }

        cursor.At = input is null ? start : cursor.At;
        return input;
    }

    private ForeignInput? InputOf(TransactSqlToken token)
    {
        if (variables.Input(token.Text) is { } held)
        {
            return held;
        }

        if (token.Is("SYSTEM_USER"))
        {
            return new ForeignInput(LoginInput.Login);
        }

        return Functions.TryGetValue(token.Text, out var told) && cursor.Take("(", ")")
            ? new ForeignInput(told)
            : Wrapped(token.Text);
    }

    /// <summary>That an input equals the literal that comes next; null where none does.</summary>
    public LoginTest? ReadValue(ForeignInput input) => Compare(input, cursor.TakeAny(), negated: false);

    /// <summary>A function of an input that asks the same as a policy does, or takes its first letters.</summary>
    private ForeignInput? Wrapped(string function)
    {
        var name = function.ToUpperInvariant();
        ForeignType? type = null;
        if (
            !cursor.Take("(")
            || (
                name == "CONVERT" && !(ForeignType.TryRead(cursor, ForeignType.Converted, out type) && cursor.Take(","))
            )
            || Nested() is not { } input
        )
        {
            return null;
        }

        ForeignInput? wrapped = name switch
        {
            "UPPER" or "LOWER" => input with { Case = name[0] },
            "ISNULL" or "COALESCE" when cursor.Take(",") => cursor.TakeAny()
                is { Kind: TransactSqlTokenKind.Literal, Text: "" }
                ? input
                : null,
            "LEFT" when cursor.Take(",") => Beginning(input),
            "SUBSTRING" when cursor.Take(",", "1", ",") => Beginning(input),
            "CONVERT" => input.In(type),
            "CAST" when cursor.Take("AS") && ForeignType.TryRead(cursor, ForeignType.Converted, out type) => input.In(
                type
            ),
            _ => null,
        };
        return cursor.Take(")") ? wrapped : null;
    }

    private ForeignInput? Beginning(ForeignInput input) =>
        int.TryParse(cursor.TakeAny().Text, NumberStyles.None, CultureInfo.InvariantCulture, out var length)
        && length > 0
            ? input.In(new ForeignType(length, IsPadded: false))
            : null;

    private ForeignInput? Nested()
    {
        var input = ++_depth < Deepest ? ReadInput() : null;
        _depth--;
        return input;
    }

    private LoginTest? Deeper(Func<LoginTest?> read)
    {
        var test = ++_depth < Deepest ? read() : null;
        _depth--;
        return test;
    }

    private LoginTest? ReadAll()
    {
        var tests = new List<LoginTest?> { ReadOne() };
        while (cursor.Take("AND"))
        {
            tests.Add(ReadOne());
        }

        return All(tests);
    }

    private LoginTest? ReadOne()
    {
        if (cursor.Take("NOT"))
        {
            return Deeper(ReadOne) is { } negated ? ForeignAnswer.Not(negated) : null;
        }

        if (cursor.Take("("))
        {
            return Deeper(Read) is { } inner && cursor.Take(")") ? inner : null;
        }

        if (cursor.Take("IS_MEMBER", "("))
        {
            return ReadMember();
        }

        if (cursor.Take("CHARINDEX", "("))
        {
            return ReadPlace();
        }

        if (cursor.Take("IS_SRVROLEMEMBER", "("))
        {
            return ReadSysadmin();
        }

        if (ReadInput() is { } input)
        {
            return ReadComparison(input);
        }

        var left = cursor.TakeAny();
        if (cursor.Take("IS"))
        {
            var isNot = cursor.Take("NOT");
            return
                cursor.Take("NULL")
                && variables.Answers.GetValueOrDefault(left.Text, []) is { Length: > 0 and <= MostHeld } held
                ? isNot
                    ? ForeignAnswer.Not(ForeignAnswer.IsNullOf(held))
                    : ForeignAnswer.IsNullOf(held)
                : null;
        }

        return cursor.Take("=") && ReadInput() is { } right ? Compare(right, left, negated: false) : null;
    }

    /// <summary>No policy governs a sysadmin unless a class names that login: for all others the answer is no.</summary>
    private LoginTest.Always? ReadSysadmin()
    {
        var isRole =
            cursor.TakeAny() is { Kind: TransactSqlTokenKind.Literal } role
            && role.Text.Equals("sysadmin", StringComparison.OrdinalIgnoreCase)
            && (!cursor.Take(",") || ReadInput() is { Input: LoginInput.Login, IsWhole: true })
            && cursor.Take(")");
        var negated = isRole && (cursor.Take("<>") || cursor.Take("!="));
        return isRole && (negated || cursor.Take("="))
            ? cursor.TakeAny().Text switch
            {
                "0" => new LoginTest.Always(!negated),
                "1" => new LoginTest.Always(negated),
                _ => null,
            }
            : null;
    }

    /// <summary>Whether a text is anywhere in an input.</summary>
    private LoginTest? ReadPlace()
    {
        var literal = Literal(cursor.TakeAny());
        if (
            !IsWhole(literal)
            || literal.Text.Length == 0
            || !(cursor.Take(",") && ReadInput() is { IsWhole: true } input && cursor.Take(")"))
        )
        {
            return null;
        }

        var isIn = cursor.Take(">", "0") || cursor.Take("<>", "0") || cursor.Take("!=", "0");
        return isIn || cursor.Take("=", "0")
            ? Like(input, TextPattern.Many + literal.Text + TextPattern.Many, negated: !isIn)
            : null;
    }

    /// <summary>Groups of a domain have its name before theirs; other names are roles of a database.</summary>
    private LoginTest.Member? ReadMember()
    {
        var literal = cursor.TakeAny();
        var isGroup =
            IsWhole(literal) && literal.Text.Contains('\\', StringComparison.Ordinal) && cursor.Take(")", "=");
        return isGroup && cursor.TakeAny() is { Text: "1" or "0" } answer
            ? new LoginTest.Member(literal.Text, answer.Text == "0")
            : null;
    }

    private LoginTest? ReadComparison(ForeignInput input)
    {
        if (cursor.Take("="))
        {
            return Compare(input, cursor.TakeAny(), negated: false);
        }

        if (cursor.Take("<>") || cursor.Take("!="))
        {
            return Compare(input, cursor.TakeAny(), negated: true);
        }

        var negated = cursor.Take("NOT");
        return cursor.Take("LIKE") ? Like(input, Literal(cursor.TakeAny()), negated)
            : cursor.Take("IN", "(") ? ReadList(input, negated)
            : null;
    }

    private LoginTest? ReadList(ForeignInput input, bool negated)
    {
        var tests = new List<LoginTest?>();
        do
        {
            tests.Add(Compare(input, cursor.TakeAny(), negated));
        } while (cursor.Take(","));
        return !cursor.Take(")") ? null
            : negated ? All(tests)
            : Any(tests);
    }

    /// <summary>
    /// To the server blanks at the end are equal to none. What is left of a longer text equals a literal that fills it;
    /// a letter less, and the letter that follows has to be a blank.
    /// </summary>
    private LoginTest? Compare(ForeignInput input, TransactSqlToken token, bool negated)
    {
        var literal = Literal(token);
        var text = literal.Text.TrimEnd();
        if (!IsWhole(literal) || (input.Input == LoginInput.Database && text.Length == 0))
        {
            return null;
        }

        if (text.Length > input.Length || (countsCase && !input.CanHold(text)))
        {
            return new LoginTest.Always(negated);
        }

        var blanks = input.Length - text.Length;
        var whole = new LoginTest.Compare(input.Input, text, IsExact(input), negated);
        if (input.IsWhole || blanks > MostBlanks)
        {
            return whole;
        }

        var begins = Match(input, text.PadRight(input.Length) + TextPattern.Many, negated);
        return blanks == 0 ? begins
            : negated ? All([whole, begins])
            : Any([whole, begins]);
    }

    private LoginTest? Like(ForeignInput input, TransactSqlToken literal, bool negated)
    {
        TransactSqlToken? escape = cursor.Take("ESCAPE") ? cursor.TakeAny() : null;
        return
            IsWhole(literal)
            && escape is null or { Kind: TransactSqlTokenKind.Literal, Text.Length: 1 }
            && ForeignPattern.Read(literal.Text, escape?.Text[0]) is { } pattern
            ? Like(input, pattern.Units, negated)
            : null;
    }

    /// <summary>Of what is left of a longer text only its beginning can be asked.</summary>
    private LoginTest? Like(ForeignInput input, string units, bool negated)
    {
        if (countsCase && !input.CanHold(units))
        {
            return new LoginTest.Always(negated);
        }

        if (input is { IsWhole: true, IsPadded: false })
        {
            return Match(input, units, negated);
        }

        var isOpen = units.EndsWith(TextPattern.Many);
        var begin = isOpen ? units[..^1] : units;
        return begin.Contains(TextPattern.Many, StringComparison.Ordinal) || (input.IsPadded && !isOpen) ? null
            : begin.Length > input.Length ? new LoginTest.Always(negated)
            : Match(input, isOpen || begin.Length == input.Length ? begin + TextPattern.Many : begin, negated);
    }

    private LoginTest.Match Match(ForeignInput input, string units, bool negated) =>
        new(input.Input, TextPattern.OfUnits(units, IsExact(input)), negated);

    private bool IsExact(ForeignInput input) => countsCase && input.Case is null;

    /// <summary>A variable that holds the same text for every session is that text.</summary>
    private TransactSqlToken Literal(TransactSqlToken token) =>
        token.Kind == TransactSqlTokenKind.Word && variables.Constant(token.Text) is { } text
            ? token with
            {
                Kind = TransactSqlTokenKind.Literal,
                Text = text,
            }
            : token;

    private bool IsWhole(TransactSqlToken literal) =>
        literal.Kind == TransactSqlTokenKind.Literal
        && !cursor.IsAt("COLLATE")
        && !cursor.IsAt("ESCAPE")
        && !cursor.IsAt("+")
        && !literal.Text.AsSpan().ContainsAny('\r', '\n', '\0')
        && !literal.Text.AsSpan().ContainsAny(TextPattern.Many, TextPattern.One);

    private static LoginTest? All(List<LoginTest?> tests) => ForeignAnswer.Join(tests, isAll: true);

    private static LoginTest? Any(List<LoginTest?> tests) => ForeignAnswer.Join(tests, isAll: false);
}
