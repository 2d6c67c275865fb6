using RgPolicy.Dbms.Starting;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>Cancels a start when a step of it is done.</summary>
internal sealed class CancellingReport(string step, CancellationTokenSource start) : IStartReport
{
    public void Done(StartStep done, TimeSpan elapsed)
    {
        if (done.Doing == step)
            start.Cancel();
    }

    public void Waits(StartStep waiting, TimeSpan elapsed) { }

    public void Failed(StartStep failed, TimeSpan elapsed) { }
}
