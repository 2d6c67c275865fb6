using System.Collections.Immutable;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;

namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>Finds the class of a login's sessions, where that can be told before there is one.</summary>
internal sealed class LoginClasses
{
    private readonly ImmutableArray<(QueryClass Class, LoginTest True, LoginTest False)> _classes;

    public LoginClasses(PolicyProgram program)
    {
        ArgumentNullException.ThrowIfNull(program);
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
    /// <returns>The first that may be it, and whether it is that of all sessions.</returns>
    public (QueryClass Class, bool IsDecided) AtLogin(string login, string database)
    {
        var open = _classes.First(each => LoginTruth.Of(each.True, login, database) != Truth.False);
        return (open.Class, LoginTruth.Of(open.True, login, database) == Truth.True);
    }

    /// <summary>The class of all that a login's sessions run, in any database.</summary>
    /// <returns>The first that may be it, and whether nothing of theirs has another.</returns>
    public (QueryClass Class, bool IsDecided) OfEverything(string login)
    {
        var open = _classes.First(each => LoginTruth.Of(each.False, login, database: null) != Truth.True);
        return (open.Class, LoginTruth.Of(open.True, login, database: null) == Truth.True);
    }
}
