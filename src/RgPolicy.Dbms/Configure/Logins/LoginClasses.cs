using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>Finds the class of a login's sessions, where that can be told before there is one.</summary>
internal sealed class LoginClasses
{
    private readonly ImmutableArray<(QueryClass Class, LoginTest True, LoginTest False)> _classes;

    public LoginClasses(PolicyProgram program)
    {
        var tests = new LoginTests(program.Target);
        _classes =
        [
            .. program.Policy.Classes.Select(item =>
                (item, tests.WhereTrue(item.Condition), tests.WhereFalse(item.Condition))
            ),
        ];
    }

    /// <summary>The class that a session has before it runs anything: classes that ask about the query are passed
    /// over.</summary>
    public (QueryClass Class, bool IsDecided) AtLogin(string login, string database)
    {
        var open = _classes.First(each => LoginTruth.Of(each.True, login, database) != Truth.False);
        return (open.Class, LoginTruth.Of(open.True, login, database) == Truth.True);
    }

    public (QueryClass Class, bool IsDecided) OfEverything(string login)
    {
        var open = _classes.First(each => LoginTruth.Of(each.False, login, database: null) != Truth.True);
        return (open.Class, LoginTruth.Of(open.True, login, database: null) == Truth.True);
    }
}

/// <summary>Answers a question about all sessions of a login, in one database or in any: true or false for each of
/// them, or unknown.</summary>
internal static class LoginTruth
{
    public static Truth Of(LoginTest test, string login, string? database) =>
        test switch
        {
            LoginTest.Always always => always.Value ? Truth.True : Truth.False,
            LoginTest.AllOf all => Join(all.Tests.Select(each => Of(each, login, database)), Truth.False, Truth.True),
            LoginTest.AnyOf any => Join(any.Tests.Select(each => Of(each, login, database)), Truth.True, Truth.False),
            LoginTest.Compare compare when TextOf(compare.Input, login, database) is { } text => Answer(
                IsSame(compare, text),
                compare.Negated
            ),
            LoginTest.Match match when TextOf(match.Input, login, database) is { } text => Answer(
                new LikePattern(match.Pattern).Matches(text),
                match.Negated
            ),
            _ => Truth.Unknown,
        };

    private static string? TextOf(LoginInput input, string login, string? database) =>
        input switch
        {
            LoginInput.Login => login,
            LoginInput.Database => database,
            _ => null,
        };

    private static bool IsSame(LoginTest.Compare compare, string text) =>
        string.Equals(
            text,
            compare.Literal,
            compare.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase
        );

    private static Truth Answer(bool holds, bool negated) => holds != negated ? Truth.True : Truth.False;

    private static Truth Join(IEnumerable<Truth> parts, Truth decisive, Truth otherwise)
    {
        var result = otherwise;
        foreach (var part in parts)
        {
            if (part == decisive)
                return decisive;
            result = part == Truth.Unknown ? Truth.Unknown : result;
        }

        return result;
    }
}

/// <summary>A login role of PostgreSQL in one of the databases that it may connect to.</summary>
internal readonly record struct RoleInDatabase(string Role, string Database);
