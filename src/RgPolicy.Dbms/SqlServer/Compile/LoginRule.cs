using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Sessions for which the test holds go to the group; the first rule that holds wins.</summary>
/// <param name="Class">The class that it stands for.</param>
/// <param name="Test">The question.</param>
/// <param name="Group">The workload group's name.</param>
internal sealed record LoginRule(string Class, LoginTest Test, string Group);
