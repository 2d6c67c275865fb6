using RgPolicy.EndToEnd.Tests.Sampling;
using RgPolicy.EndToEnd.Tests.Vm;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>
/// Lets this assembly run as a program inside the test machine (<c>tools/vm-loop/run</c>), and for
/// <c>tools/working-sets/run</c>. The test runner does not use it.
/// </summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (arguments is ["vm", .. var numbers])
            return await VmProgram.RunAsync(VmLoopOptions.Of(numbers));
        if (arguments is ["hash-tables", var version, .. var entries])
            return await HashTableProgram.RunAsync(version, entries);
        await Console.Error.WriteLineAsync(
            "usage: dotnet RgPolicy.EndToEnd.Tests.dll vm [SEED [ROUNDS [postgresql | mariadb]]] (inside the "
                + "test machine) | hash-tables VERSION [ENTRIES...]"
        );
        return 2;
    }
}
