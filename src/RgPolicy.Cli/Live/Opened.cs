using RgPolicy.Dbms;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Live;

/// <summary>A server or recording that was opened, or why not; the observer is null exactly when there is a problem.</summary>
/// <param name="Observer">The caller disposes of it.</param>
/// <param name="Target">What the policy is compiled for.</param>
/// <param name="Problem">A sentence.</param>
/// <param name="Next">What to do next.</param>
/// <param name="ExitCode">What the problem ends with.</param>
internal sealed record Opened(IObserver? Observer, TargetProfile Target, string Problem, string Next, int ExitCode)
{
    /// <summary>Whether waiting may help; of a problem.</summary>
    public ServerLack Lack { get; init; }

    /// <summary>It was opened.</summary>
    public static Opened Of(IObserver observer, TargetProfile target) => new(observer, target, "", "", Shell.ExitCode.Success);

    /// <summary>It was not.</summary>
    public static Opened Failed(int exitCode, string problem, string next) =>
        new(null, TargetProfile.Generic, problem, next, exitCode);
}
