#nullable enable
using Xunit;
using Xunit.Abstractions;

namespace RgPolicy.Mutation.Runner;

/// <summary>Hears what became of a run.</summary>
internal sealed class TestSink : LongLivedMarshalByRefObject, IMessageSink
{
    private readonly TaskCompletionSource _done = new();

    public List<ITestCase> Cases { get; } = [];

    public bool Failed { get; private set; }

    public void Wait() => _done.Task.GetAwaiter().GetResult();

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestCaseDiscoveryMessage found:
                Cases.Add(found.TestCase);
                break;
            case IDiscoveryCompleteMessage or ITestAssemblyFinished:
                _done.TrySetResult();
                break;
            case ITestFailed or IErrorMessage or ITestClassCleanupFailure or ITestCollectionCleanupFailure:
                Failed = true;
                return false;
            default:
                break;
        }

        return true;
    }
}
