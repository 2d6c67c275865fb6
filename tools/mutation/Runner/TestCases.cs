#nullable enable
using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace RgPolicy.Mutation.Runner;

/// <summary>The tests of the assembly that is running, one at a time.</summary>
internal sealed class TestCases : IDisposable
{
    private readonly XunitTestFramework _framework = new(new TestSink());
    private readonly ITestFrameworkExecutor _executor;
    private readonly Dictionary<string, List<ITestCase>> _cases;

    public TestCases(Assembly assembly)
    {
        using var discoverer = _framework.GetDiscoverer(Reflector.Wrap(assembly));
        var found = new TestSink();
        discoverer.Find(false, found, new RunnerOptions());
        found.Wait();
        _cases = found
            .Cases.Where(each => each.SkipReason is null)
            .GroupBy(
                each => $"{each.TestMethod.TestClass.Class.Name}.{each.TestMethod.Method.Name}",
                StringComparer.Ordinal
            )
            .ToDictionary(group => group.Key, group => group.ToList(), StringComparer.Ordinal);
        _executor = _framework.GetExecutor(assembly.GetName());
    }

    /// <summary>The methods, each with all its cases.</summary>
    public IReadOnlyCollection<string> Names => _cases.Keys;

    /// <summary>Runs the cases of a method one after the other.</summary>
    /// <returns>True when none failed; and the seconds of processor time that it took.</returns>
    public (bool Passed, double Seconds) Run(string name)
    {
        // A change can take a test's cases away.
        if (!_cases.TryGetValue(name, out var cases))
            return (false, 0);
        var begin = ProcessorTime.Seconds();
        var sink = new TestSink();
        _executor.RunTests(cases, sink, new RunnerOptions());
        sink.Wait();
        return (!sink.Failed, ProcessorTime.Seconds() - begin);
    }

    public void Dispose()
    {
        _executor.Dispose();
        _framework.Dispose();
    }
}
