using System.Xml;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Attributes of a statement and of the elements between it and its first operator.</summary>
internal sealed class StatementParts(XmlReader reader, AttributeReader attributes)
{
    /// <summary>The Stmt element itself.</summary>
    public void ReadOwn(SqlServerStatement statement)
    {
        while (reader.MoveToNextAttribute())
        {
            switch (reader.LocalName)
            {
                case "StatementText":
                    statement.Text = reader.Value;
                    break;
                case "StatementType":
                    statement.Type = attributes.Name();
                    break;
                case "StatementId":
                    statement.Id = attributes.Name();
                    break;
                case "StatementSubTreeCost":
                    statement.Cost = attributes.Number();
                    break;
                case "QueryHash":
                    statement.QueryHash = attributes.Name();
                    break;
                case "QueryPlanHash":
                    statement.PlanHash = attributes.Name();
                    break;
            }
        }

        reader.MoveToElement();
    }

    /// <summary>An element on the way to the operators.</summary>
    public void Read(string name, SqlServerStatement statement)
    {
        switch (name)
        {
            case "QueryPlan":
                ReadPlan(statement);
                break;
            case "MemoryGrantInfo":
                ReadGrant(statement);
                break;
            case "OptimizerHardwareDependentProperties":
                ReadHardware(statement);
                break;
        }
    }

    private void ReadPlan(SqlServerStatement statement)
    {
        while (reader.MoveToNextAttribute())
        {
            switch (reader.LocalName)
            {
                case "DegreeOfParallelism":
                    statement.Dop = attributes.Number();
                    break;
                case "MemoryGrant":
                    statement.GrantedKilobytes = attributes.Number();
                    break;
            }
        }

        reader.MoveToElement();
    }

    private void ReadGrant(SqlServerStatement statement)
    {
        while (reader.MoveToNextAttribute())
        {
            switch (reader.LocalName)
            {
                case "SerialDesiredMemory":
                    statement.SerialDesiredKilobytes = attributes.Number();
                    break;
                case "GrantedMemory":
                    statement.GrantedKilobytes = attributes.Number();
                    break;
                case "MaxUsedMemory":
                    statement.MaxUsedKilobytes = attributes.Number();
                    break;
            }
        }

        reader.MoveToElement();
    }

    private void ReadHardware(SqlServerStatement statement)
    {
        while (reader.MoveToNextAttribute())
        {
            switch (reader.LocalName)
            {
                case "EstimatedAvailableDegreeOfParallelism":
                    statement.AvailableDop = attributes.Number();
                    break;
                case "EstimatedAvailableMemoryGrant":
                    statement.AvailableGrantKilobytes = attributes.Number();
                    break;
            }
        }

        reader.MoveToElement();
    }
}
