namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>The policy of the run in the test machine, which has two sockets of two processors and
/// masks of 20 ways.</summary>
internal static class VmPolicy
{
    /// <summary>Its weight is a tenth, it has the second socket, and half of the ways there, the most for a
    /// split.</summary>
    public const string Text = """
        language 1
        pool critical  { cache 100%  cores all  cpu weight 1000 }
        pool polluters { cache 50%, at least 2 ways  cores socket 1  cpu weight 100 }
        class scan -> polluters when plan.shape = scan
        class agg  -> polluters when plan.shape in (aggregation, sort)
        default    -> critical
        cache strategy dynamic
        """;

    /// <summary>The processors of the second socket.</summary>
    public const string Processors = "2-3";

    /// <summary>The whole first domain, half of the second; the kernel writes masks as wide as the
    /// longest.</summary>
    public const string Schemata = "L3:0=fffff;1=003ff";
}
