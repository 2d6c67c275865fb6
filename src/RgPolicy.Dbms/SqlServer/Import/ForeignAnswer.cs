using System.Collections.Immutable;
using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A workload group that a classifier returns, and for which sessions.</summary>
/// <param name="Test">For which sessions.</param>
/// <param name="Group">The group; <c>default</c> for NULL.</param>
internal sealed record ForeignAnswer(LoginTest Test, string Group)
{
    /// <summary>The same answer, for those sessions only that meet this condition too.</summary>
    public ForeignAnswer Where(LoginTest test) => this with { Test = Both(test, Test) };

    /// <summary>Both hold.</summary>
    public static LoginTest Both(LoginTest left, LoginTest right) =>
        (left, right) switch
        {
            (LoginTest.Always { Value: true }, _) => right,
            (_, LoginTest.Always { Value: true }) => left,
            (LoginTest.Always, _) or (_, LoginTest.Always) => new LoginTest.Always(false),
            _ => new LoginTest.AllOf([.. Parts(left), .. Parts(right)]),
        };

    /// <summary>The opposite.</summary>
    public static LoginTest Not(LoginTest test) =>
        test switch
        {
            LoginTest.AllOf all => new LoginTest.AnyOf([.. all.Tests.Select(Not)]),
            LoginTest.AnyOf any => new LoginTest.AllOf([.. any.Tests.Select(Not)]),
            LoginTest.Compare compare => compare with { Negated = !compare.Negated },
            LoginTest.Member member => member with { Negated = !member.Negated },
            LoginTest.Match match => match with { Negated = !match.Negated },
            LoginTest.Always always => new LoginTest.Always(!always.Value),
            _ => throw new NotSupportedException(
                $"A test of type {test.GetType().Name} is not read from a classifier."
            ),
        };

    private static ImmutableArray<LoginTest> Parts(LoginTest test) => test is LoginTest.AllOf all ? all.Tests : [test];
}
