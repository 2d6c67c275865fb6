using System.Xml.Linq;

namespace RgPolicy.Plans.Tests.Building;

/// <summary>An operator of a Showplan under construction, with the attributes and the order of elements
/// that servers print.</summary>
internal sealed class RelOp
{
    public static readonly XNamespace Namespace = "http://schemas.microsoft.com/sqlserver/2004/07/showplan";

    private readonly Dictionary<string, string> _attributes = new(StringComparer.Ordinal);
    private readonly List<RelOp> _inputs = [];
    private readonly List<XElement> _counters = [];
    private readonly XElement _body;

    public RelOp(string physical, string logical, string element, double rows, double width = 15)
    {
        _body = new XElement(Namespace + element);
        Set("PhysicalOp", physical)
            .Set("LogicalOp", logical)
            .Set("EstimateRows", rows)
            .Set("EstimateIO", 0)
            .Set("EstimateCPU", 0);
        Set("AvgRowSize", width).Set("EstimatedTotalSubtreeCost", 1).Set("Parallel", "0").Set("EstimateRebinds", 0);
        Set("EstimateRewinds", 0).Set("EstimatedExecutionMode", "Row");
    }

    public RelOp Set(string name, string value)
    {
        _attributes[name] = value;
        return this;
    }

    public RelOp Set(string name, double value) => Set(name, value.ToString("R", CultureInfo.InvariantCulture));

    /// <summary>An attribute of the operator's own element.</summary>
    public RelOp Own(string name, string value)
    {
        _body.SetAttributeValue(name, value);
        return this;
    }

    /// <summary>A child of the operator's own element, such as a predicate.</summary>
    public RelOp With(string element, params object[] content)
    {
        _body.Add(new XElement(Namespace + element, content));
        return this;
    }

    public RelOp On(string table, string index = "", string storage = "RowStore") =>
        With(
            "Object",
            new XAttribute("Database", "[db]"),
            new XAttribute("Schema", "[dbo]"),
            new XAttribute("Table", $"[{table}]"),
            new XAttribute("Index", $"[{index}]"),
            new XAttribute("Storage", storage)
        );

    public RelOp Parallel() => Set("Parallel", "1");

    /// <summary>So many executions below nested loops.</summary>
    public RelOp Repeated(double executions) => Set("EstimateRebinds", executions - 1);

    /// <summary>Counters of one thread.</summary>
    public RelOp Ran(double rows, double executions = 1, params (string Name, double Value)[] more)
    {
        var counters = new XElement(Namespace + "RunTimeCountersPerThread");
        counters.SetAttributeValue("Thread", _counters.Count);
        counters.SetAttributeValue("ActualRows", rows);
        counters.SetAttributeValue("ActualExecutions", executions);
        foreach (var (name, value) in more)
            counters.SetAttributeValue(name, value);
        _counters.Add(counters);
        return this;
    }

    public RelOp Under(params RelOp[] inputs)
    {
        _inputs.AddRange(inputs);
        return this;
    }

    public XElement ToXml()
    {
        var next = 0;
        return ToXml(ref next);
    }

    private XElement ToXml(ref int next)
    {
        var xml = new XElement(Namespace + "RelOp", new XAttribute("NodeId", next++));
        foreach (var (name, value) in _attributes)
            xml.SetAttributeValue(name, value);
        xml.Add(new XElement(Namespace + "OutputList"));
        if (_counters.Count > 0)
            xml.Add(new XElement(Namespace + "RunTimeInformation", _counters));
        var body = new XElement(_body);
        foreach (var input in _inputs)
            body.Add(input.ToXml(ref next));
        xml.Add(body);
        return xml;
    }
}
