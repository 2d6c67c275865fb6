using System.Collections.Immutable;
using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>How sessions are put into workload groups when they begin.</summary>
/// <param name="GovernedLogins">Sysadmins that a class names with <c>session.login = exactly '...'</c>; all others are
/// never governed.</param>
/// <param name="Rules">In the order of the policy.</param>
/// <param name="OtherwiseClass">The class of all other logins.</param>
/// <param name="Otherwise">Their workload group.</param>
internal sealed record LoginClassifier(
    ImmutableArray<string> GovernedLogins,
    ImmutableArray<LoginRule> Rules,
    string OtherwiseClass,
    string Otherwise
);

/// <summary>Sessions for which the test holds go to the group; the first rule that holds wins.</summary>
/// <param name="Class">The class that it stands for.</param>
/// <param name="Test">The question.</param>
/// <param name="Group">The workload group's name.</param>
internal sealed record LoginRule(string Class, LoginTest Test, string Group);
