namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// Reads conditions of a classifier that RgPolicy did not write: comparisons of login, application,
/// host, database and the clock with literals, joined by AND, OR and NOT.
/// </summary>
internal sealed class ForeignConditions(
    SqlCursor cursor,
    ForeignVariables variables,
    ForeignClocks clocks,
    bool countsCase,
    Action<string> remark
)
{
    private const int Deepest = 100;

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

    private readonly ForeignComparisons _comparisons = new(cursor, variables, countsCase, remark);

    private int _depth;

    /// <summary>The condition that comes next, or null where a class cannot ask it.</summary>
    public LoginTest? Read()
    {
        var tests = new List<LoginTest?> { ReadAll() };
        while (cursor.Take("OR"))
            tests.Add(ReadAll());
        return Any(tests);
    }

    /// <summary>The input that comes next, or null where something else does.</summary>
    public ForeignInput? ReadInput()
    {
        var (start, line) = (cursor.At, cursor.Line);
        var token = cursor.TakeAny();
        var input = token.Kind == SqlTokenKind.Word ? InputOf(token) : null;
        if (input is { Input: LoginInput.Database } && token.Is("ORIGINAL_DB_NAME"))
        {
            remark(
                FormattableString.Invariant(
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
            return held;
        if (token.Is("SYSTEM_USER"))
            return new ForeignInput(LoginInput.Login);
        return Functions.TryGetValue(token.Text, out var told) && cursor.Take("(", ")")
            ? new ForeignInput(told)
            : Wrapped(token.Text);
    }

    /// <summary>That an input equals the literal that comes next; null where none does.</summary>
    public LoginTest? ReadValue(ForeignInput input) => _comparisons.Compare(input, cursor.TakeAny(), negated: false);

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
            return null;
        ForeignInput? wrapped = name switch
        {
            "UPPER" or "LOWER" => input with { Case = name[0] },
            "RTRIM" => input with { IsPadded = false },
            "ISNULL" or "COALESCE" when cursor.Take(",") => cursor.TakeAny() is { Kind: SqlTokenKind.Text, Text: "" }
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

    private ForeignInput? Beginning(ForeignInput input)
    {
        var length = cursor.Take("LEN", "(")
            ? _comparisons.Literal(cursor.TakeAny()) is { Kind: SqlTokenKind.Text } text && cursor.Take(")")
                ? text.Text.TrimEnd().Length
                : 0
            : Number(cursor.TakeAny()) ?? 0;
        return length > 0 ? input.In(new ForeignType(length, IsPadded: false)) : null;
    }

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
            tests.Add(ReadOne());
        return All(tests);
    }

    private LoginTest? ReadOne()
    {
        if (cursor.Take("NOT"))
            return Deeper(ReadOne) is { } negated ? ForeignAnswer.Not(negated) : null;
        if (clocks.Read() is { } hours)
            return hours;
        if (cursor.Take("("))
            return Deeper(Read) is { } inner && cursor.Take(")") ? inner : null;
        if (ReadNumber() is { } number)
        {
            return cursor.TakeAny().Text is var sign && Number(cursor.TakeAny()) is { } value
                ? number(sign, value)
                : null;
        }

        if (ReadInput() is { } input)
            return ReadComparison(input);
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

        return Turned(left);
    }

    private LoginTest? Turned(TransactSqlToken left)
    {
        var sign = cursor.TakeAny().Text;
        if (Number(left) is { } value && ReadNumber() is { } number)
            return number(ForeignClocks.Turned(sign), value);
        return sign is "=" or "<>" or "!=" && ReadInput() is { } right
            ? _comparisons.Compare(right, left, negated: sign != "=")
            : null;
    }

    /// <summary>A function that answers a number; null where none comes next.</summary>
    private Func<string, int, LoginTest?>? ReadNumber()
    {
        var start = cursor.At;
        var number = ReadFunction();
        cursor.At = number is null ? start : cursor.At;
        return number;
    }

    private Func<string, int, LoginTest?>? ReadFunction()
    {
        // What the server does not know counts as no.
        var isInstead = cursor.Take("ISNULL", "(") || cursor.Take("COALESCE", "(");
        var number = ReadPlainFunction();
        return !isInstead || cursor.Take(",", "0", ")") ? number : null;
    }

    private Func<string, int, LoginTest?>? ReadPlainFunction()
    {
        if (cursor.Take("IS_MEMBER", "("))
            return ReadMember() is { } member ? (sign, value) => YesOrNo(member, sign, value) : null;
        if (cursor.Take("IS_SRVROLEMEMBER", "("))
            return IsSysadmin() ? (sign, value) => YesOrNo(new LoginTest.Always(false), sign, value) : null;
        if (cursor.Take("CHARINDEX", "("))
            return ReadPlace();
        return cursor.Take("PATINDEX", "(") && ReadPattern() is { } pattern
            ? (sign, value) => Found(pattern, sign, value)
            : null;
    }

    private static LoginTest? YesOrNo(LoginTest test, string sign, int value) =>
        (sign, value) switch
        {
            ("=", 1) or ("<>" or "!=", 0) or (">", 0) => test,
            ("=", 0) or ("<>" or "!=", 1) or ("<", 1) => ForeignAnswer.Not(test),
            _ => null,
        };

    /// <summary>The place of something that is found is above 0.</summary>
    private static LoginTest? Found(LoginTest test, string sign, int value) =>
        (sign, value) switch
        {
            (">" or "<>" or "!=", 0) or (">=", 1) => test,
            ("=" or "<=", 0) or ("<", 1) => ForeignAnswer.Not(test),
            _ => null,
        };

    /// <summary>No policy governs a sysadmin unless a class names that login: for all others the answer is no.</summary>
    private bool IsSysadmin() =>
        cursor.TakeAny() is { Kind: SqlTokenKind.Text } role
        && role.Text.Equals("sysadmin", StringComparison.OrdinalIgnoreCase)
        && (!cursor.Take(",") || ReadInput() is { Input: LoginInput.Login, IsWhole: true })
        && cursor.Take(")");

    private Func<string, int, LoginTest?>? ReadPlace()
    {
        var literal = _comparisons.Literal(cursor.TakeAny());
        if (
            !_comparisons.IsWhole(literal)
            || literal.Text.Length == 0
            || !(cursor.Take(",") && ReadInput() is { IsWhole: true } input && cursor.Take(")"))
        )
            return null;
        var begins = literal.Text + TextPattern.Many;
        return (sign, value) =>
            (sign, value) is ("=", 1) ? _comparisons.Like(input, begins, negated: false)
            : _comparisons.Like(input, TextPattern.Many + begins, negated: false) is { } found
                ? Found(found, sign, value)
            : null;
    }

    private LoginTest? ReadPattern()
    {
        var literal = cursor.TakeAny();
        return cursor.Take(",") && ReadInput() is { } input && cursor.Take(")")
            ? _comparisons.Like(input, literal, negated: false)
            : null;
    }

    /// <summary>Groups of a domain have its name before theirs; other names are roles of a database.</summary>
    private LoginTest.Member? ReadMember()
    {
        var literal = cursor.TakeAny();
        return
            _comparisons.IsWhole(literal) && literal.Text.Contains('\\', StringComparison.Ordinal) && cursor.Take(")")
            ? new LoginTest.Member(literal.Text, Negated: false)
            : null;
    }

    private static int? Number(TransactSqlToken token) =>
        token.Kind == SqlTokenKind.Word
        && int.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;

    private LoginTest? ReadComparison(ForeignInput input)
    {
        if (cursor.Take("="))
            return _comparisons.Compare(input, cursor.TakeAny(), negated: false);
        if (cursor.Take("<>") || cursor.Take("!="))
            return _comparisons.Compare(input, cursor.TakeAny(), negated: true);
        var negated = cursor.Take("NOT");
        return cursor.Take("LIKE") ? _comparisons.Like(input, cursor.TakeAny(), negated)
            : cursor.Take("IN", "(") ? ReadList(input, negated)
            : null;
    }

    private LoginTest? ReadList(ForeignInput input, bool negated)
    {
        var tests = new List<LoginTest?>();
        do
        {
            tests.Add(_comparisons.Compare(input, cursor.TakeAny(), negated));
        } while (cursor.Take(","));
        return !cursor.Take(")") ? null
            : negated ? All(tests)
            : Any(tests);
    }

    private static LoginTest? All(List<LoginTest?> tests) => ForeignAnswer.Join(tests, isAll: true);

    private static LoginTest? Any(List<LoginTest?> tests) => ForeignAnswer.Join(tests, isAll: false);
}
