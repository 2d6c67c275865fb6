namespace RgPolicy.Cli.Tests;

/// <summary>Policies and plans that several tests use.</summary>
internal static class Samples
{
    public const string Policy = """
        language 1

        pool critical  { cpu weight 1000 }
        pool reporting { cpu weight 200 }
        pool polluters { cpu weight 100   cache 10% }

        window night = mon..sun 22:00..06:00 "Etc/UTC"

        class oltp    -> critical  when plan.shape = oltp
        class scan    -> polluters when plan.shape = scan
        class reports -> reporting when session.app like 'SSRS%' and during night
        default       -> reporting

        """;

    /// <summary>A policy of which nothing at all is to be said.</summary>
    public const string PlainPolicy = """
        language 1
        pool p { cpu weight 100 }
        default -> p

        """;

    public const string BadPolicy = """
        language 1
        pool fast { cpu weight 1000 }
        pool slow { cpu weight 100 }
        class a -> fast when plan.shap = scan
        class b -> slow when	plan.working_set > 64 MB/s
        default -> slow

        """;

    public const string WarningPolicy = """
        language 1
        pool critical { cpu weight 1000 }
        pool unused   { cpu weight 10 }
        class oltp -> critical when plan.shape = oltp
        default -> critical

        """;

    public const string ScanPlan = """
        [{"Plan": {"Node Type": "Seq Scan", "Parallel Aware": false, "Relation Name": "lineitem", "Alias": "lineitem",
          "Startup Cost": 0.00, "Total Cost": 1724402.59, "Plan Rows": 59986052, "Plan Width": 117}}]
        """;
}
