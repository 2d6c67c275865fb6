using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.Configure;

/// <summary>A real server whose n-th statement fails, once.</summary>
internal sealed class FailingConfigurator(IConfigurator inner, int failing) : IConfigurator
{
    private int _executed;

    public ServerIdentity Server => inner.Server;

    public TargetProfile Profile => inner.Profile;

    public Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken) => inner.ReadAsync(cancellationToken);

    public Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken) =>
        inner.PlanAsync(program, takesOver, cancellationToken);

    public Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken) => inner.PlanBackAsync(state, cancellationToken);

    public Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) => inner.PlanOffAsync(cancellationToken);

    public Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken) =>
        ++_executed == failing ? throw new ConfigureException("it fails", "Nothing.") : inner.ExecuteAsync(step, cancellationToken);

    public Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken) => inner.VerifyAsync(goal, cancellationToken);

    public Task ReopenAsync(CancellationToken cancellationToken) => inner.ReopenAsync(cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
