using System.Collections.Immutable;
using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// Reads conditions of a classifier that RgPolicy did not write: comparisons of login, application,
/// host and database with literals, joined by AND, OR and NOT.
/// </summary>
/// <param name="cursor">The text.</param>
/// <param name="inputs">Variables that hold one of the inputs.</param>
internal sealed class ForeignConditions(SqlCursor cursor, IReadOnlyDictionary<string, LoginInput> inputs)
{
    private const int Deepest = 100;

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

        return Join(tests, tests => new LoginTest.AnyOf(tests));
    }

    /// <summary>The input that comes next, or null where something else does.</summary>
    public LoginInput? ReadInput()
    {
        var start = cursor.At;
        var token = cursor.TakeAny();
        var input =
            token.Kind != TransactSqlTokenKind.Word ? null
            : inputs.TryGetValue(token.Text, out var held) ? held
            : Functions.TryGetValue(token.Text, out var told) && cursor.Take("(", ")") ? told
            : Wrapped(token.Text);
        cursor.At = input is null ? start : cursor.At;
        return input;
    }

    /// <summary>That an input equals the literal that comes next; null where none does.</summary>
    public LoginTest? ReadValue(LoginInput input) => Compare(input, cursor.TakeAny(), negated: false);

    /// <summary>What ignores case or turns NULL into an empty text asks the same as a policy does.</summary>
    private LoginInput? Wrapped(string function)
    {
        var isCase = function.ToUpperInvariant() is "UPPER" or "LOWER";
        var isNull = function.ToUpperInvariant() is "ISNULL" or "COALESCE";
        if (!(isCase || isNull) || !cursor.Take("(") || Nested() is not { } input)
        {
            return null;
        }

        return isNull && !(cursor.Take(",") && cursor.TakeAny() is { Kind: TransactSqlTokenKind.Literal, Text: "" })
                ? null
            : cursor.Take(")") ? input
            : null;
    }

    private LoginInput? Nested()
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

        return Join(tests, tests => new LoginTest.AllOf(tests));
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

        if (cursor.Next.Kind == TransactSqlTokenKind.Literal)
        {
            var literal = cursor.TakeAny();
            return cursor.Take("=") && ReadInput() is { } right ? Compare(right, literal, negated: false) : null;
        }

        return ReadInput() is { } input ? ReadComparison(input) : null;
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

    private LoginTest? ReadComparison(LoginInput input)
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
        return cursor.Take("LIKE") ? Match(input, cursor.TakeAny(), negated)
            : cursor.Take("IN", "(") ? ReadList(input, negated)
            : null;
    }

    private LoginTest? ReadList(LoginInput input, bool negated)
    {
        var tests = new List<LoginTest?>();
        do
        {
            tests.Add(Compare(input, cursor.TakeAny(), negated));
        } while (cursor.Take(","));
        return !cursor.Take(")") ? null
            : negated ? Join(tests, tests => new LoginTest.AllOf(tests))
            : Join(tests, tests => new LoginTest.AnyOf(tests));
    }

    /// <summary>To the server blanks at the end are equal to none.</summary>
    private LoginTest.Compare? Compare(LoginInput input, TransactSqlToken literal, bool negated) =>
        IsWhole(literal) ? new LoginTest.Compare(input, literal.Text.TrimEnd(), Exactly: false, negated) : null;

    private LoginTest.Match? Match(LoginInput input, TransactSqlToken literal, bool negated)
    {
        TransactSqlToken? escape = cursor.Take("ESCAPE") ? cursor.TakeAny() : null;
        return
            IsWhole(literal)
            && escape is null or { Kind: TransactSqlTokenKind.Literal, Text.Length: 1 }
            && ForeignPattern.Read(literal.Text, escape?.Text[0]) is { } pattern
            ? new LoginTest.Match(input, pattern, negated)
            : null;
    }

    private bool IsWhole(TransactSqlToken literal) =>
        literal.Kind == TransactSqlTokenKind.Literal
        && !cursor.IsAt("COLLATE")
        && !cursor.IsAt("ESCAPE")
        && !cursor.IsAt("+")
        && !literal.Text.AsSpan().ContainsAny('\r', '\n', '\0')
        && !literal.Text.AsSpan().ContainsAny(TextPattern.Many, TextPattern.One);

    private static LoginTest? Join(List<LoginTest?> tests, Func<ImmutableArray<LoginTest>, LoginTest> join) =>
        tests.Contains(null) ? null
        : tests.Count == 1 ? tests[0]
        : join([.. tests.OfType<LoginTest>()]);
}
