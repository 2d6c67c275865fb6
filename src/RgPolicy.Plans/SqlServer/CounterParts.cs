using System.Xml;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Adds the run-time counters of one thread to those of its operator.</summary>
internal sealed class CounterParts(XmlReader reader, AttributeReader attributes)
{
    public void Read(Counters counters)
    {
        counters.Exist = true;
        while (reader.MoveToNextAttribute())
            ReadAttribute(reader.LocalName, counters);
        reader.MoveToElement();
    }

    private void ReadAttribute(string name, Counters counters)
    {
        switch (name)
        {
            case "ActualRows":
                counters.Rows = Sum(counters.Rows);
                break;
            case "ActualRowsRead":
                counters.RowsRead = Sum(counters.RowsRead);
                break;
            case "ActualExecutions":
                AddExecutions(counters);
                break;
            case "ActualLogicalReads" or "ActualLobLogicalReads":
                counters.PagesRead = Sum(counters.PagesRead);
                break;
            case "UsedMemoryGrant":
                counters.UsedMemoryKilobytes = Sum(counters.UsedMemoryKilobytes);
                break;
            case "ActualLocallyAggregatedRows":
                counters.RowsAggregated = Sum(counters.RowsAggregated);
                break;
            default:
                ReadRare(name, counters);
                break;
        }
    }

    private void ReadRare(string name, Counters counters)
    {
        switch (name)
        {
            case "SegmentReads":
                counters.SegmentReads = Sum(counters.SegmentReads);
                break;
            case "SegmentSkips":
                counters.SegmentSkips = Sum(counters.SegmentSkips);
                break;
            case "ActualJoinType":
                counters.ActualJoin = attributes.Name();
                break;
        }
    }

    private void AddExecutions(Counters counters)
    {
        var executions = attributes.Number();
        if (executions > 0)
            counters.Threads++;
        counters.Executions = Add(counters.Executions, executions);
    }

    private double Sum(double before) => Add(before, attributes.Number());

    private static double Add(double before, double value)
    {
        if (double.IsNaN(value))
            return before;
        return double.IsNaN(before) ? value : before + value;
    }
}
