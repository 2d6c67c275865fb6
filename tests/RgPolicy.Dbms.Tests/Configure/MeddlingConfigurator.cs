using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.Configure;

/// <summary>A real server on which something happens before the n-th statement, once: somebody else
/// does something, or it fails.</summary>
internal sealed class MeddlingConfigurator(IConfigurator inner, int before, Func<Task> meddle)
    : IConfigurator,
        IChangeObserver
{
    private int _executed;

    /// <summary>One whose n-th statement fails.</summary>
    public static MeddlingConfigurator Failing(IConfigurator inner, int failing) =>
        new(inner, failing, () => throw new ConfigureException("it fails", "Nothing."));

    public ServerIdentity Server => inner.Server;

    public TargetProfile Profile => inner.Profile;

    public Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken) =>
        inner.ReadAsync(cancellationToken);

    public Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken) =>
        inner.PlanAsync(program, takesOver, cancellationToken);

    public Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken) =>
        inner.PlanBackAsync(state, cancellationToken);

    public Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) => inner.PlanOffAsync(cancellationToken);

    public async Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken)
    {
        if (++_executed == before)
            await meddle();
        await inner.ExecuteAsync(step, cancellationToken);
    }

    public Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken) =>
        inner.VerifyAsync(goal, cancellationToken);

    public Task BeginAsync(ChangePlan plan, CancellationToken cancellationToken) =>
        inner is IChangeObserver keeper ? keeper.BeginAsync(plan, cancellationToken) : Task.CompletedTask;

    public Task EndAsync(CancellationToken cancellationToken) =>
        inner is IChangeObserver keeper ? keeper.EndAsync(cancellationToken) : Task.CompletedTask;

    public Task ReopenAsync(CancellationToken cancellationToken) => inner.ReopenAsync(cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
