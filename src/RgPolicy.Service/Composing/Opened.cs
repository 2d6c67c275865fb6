using RgPolicy.Dbms;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Composing;

/// <summary>A server or recording that was opened, or why not; the observer is null exactly when it was not.</summary>
/// <param name="Observer">The caller disposes of it.</param>
/// <param name="Target">What the policy is compiled for.</param>
/// <param name="Refusal">Why it was not opened; <see cref="Refusal.None"/> where it was.</param>
public sealed record Opened(IObserver? Observer, TargetProfile Target, Refusal Refusal)
{
    /// <summary>Whether waiting may help; of a problem.</summary>
    public ServerLack Lack { get; init; }

    /// <summary>It was opened.</summary>
    public static Opened Of(IObserver observer, TargetProfile target) => new(observer, target, Refusal.None);

    /// <summary>It was not.</summary>
    public static Opened Failed(RefusalKind kind, string problem, string next) =>
        new(null, TargetProfile.Generic, new Refusal(kind, problem, next));
}
