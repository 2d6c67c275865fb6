using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Meaning;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Compiles the classes into what a session's login decides.</summary>
internal static class ClassifierCompiler
{
    public static LoginClassifier Compile(PolicyProgram program, GovernorPoolNames names)
    {
        var rules = ImmutableArray.CreateBuilder<LoginRule>();
        foreach (var (item, test) in Tests(program))
        {
            if (test is LoginTest.Always { Value: true })
            {
                return new LoginClassifier(
                    Governed(program),
                    Trim(rules, names[item.Pool]),
                    item.Name,
                    names[item.Pool]
                );
            }

            if (test is not LoginTest.Always)
                rules.Add(new LoginRule(item.Name, test, names[item.Pool]));
        }

        throw new InvalidOperationException("The policy has no default class; it was not checked.");
    }

    /// <summary>Classes that no login can be known to belong to, and what they ask instead.</summary>
    public static IEnumerable<QueryClass> Undecided(PolicyProgram program) =>
        Tests(program).Where(each => each.Test is LoginTest.Always { Value: false }).Select(each => each.Class);

    private static IEnumerable<(QueryClass Class, LoginTest Test)> Tests(PolicyProgram program)
    {
        var tests = new LoginTests(program.Target);
        return program.Policy.Classes.Select(item => (item, tests.WhereTrue(item.Condition)));
    }

    private static ImmutableArray<string> Governed(PolicyProgram program) =>
        [
            .. NamedLogins
                .Find(program.Policy)
                .Where(login => !login.Contains('\0', StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];

    private static bool NamesLogin(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => all.Tests.Any(NamesLogin),
            LoginTest.AnyOf any => any.Tests.Any(NamesLogin),
            _ => test is LoginTest.Compare { Input: LoginInput.Login, Exactly: true },
        };

    /// <summary>Rules at the end that send logins where all others go anyway change nothing, unless they name a
    /// sysadmin to be governed.</summary>
    private static ImmutableArray<LoginRule> Trim(ImmutableArray<LoginRule>.Builder rules, string otherwise)
    {
        while (rules.Count > 0 && rules[^1].Group == otherwise && !NamesLogin(rules[^1].Test))
            rules.RemoveAt(rules.Count - 1);
        return rules.ToImmutable();
    }
}

/// <summary>What of a policy becomes hints of a SQL Server's Query Store: <c>maxdop</c> and <c>grant</c> of the classes
/// that ask what the session alone does not tell. What a running request alone tells is left out: it is another one at
/// each execution.</summary>
internal static class QueryHints
{
    /// <summary>What the hint of each class limits, by its index; null where there is none.</summary>
    public static ImmutableArray<QueryLimits?> Of(PolicyProgram program)
    {
        var asking = ClassifierCompiler.Undecided(program).Where(item => !AsksRequest(item.Condition)).ToHashSet();
        return [.. program.Policy.Classes.Select(item => asking.Contains(item) ? QueryLimits.Of(item.Pool) : null)];
    }

    private static bool AsksRequest(Condition? condition) =>
        condition is not null && (ConditionCompiler.Compile(condition).Signals & SignalMasks.Request) != 0;
}
