// Places for the nodes of a small graph, found away from the page.
import { forceSimulation, forceLink, forceManyBody, forceX, forceY, forceCollide } from "../vendor/d3-force.js";

onmessage = ({ data: { count, links, width, height } }) => {
  const nodes = Array.from({ length: count }, () => ({}));
  // The first is the one in the middle.
  if (nodes[0]) { nodes[0].fx = width / 2; nodes[0].fy = height / 2; }
  const spread = Math.min(130, 30 + 900 / Math.sqrt(count));
  const simulation = forceSimulation(nodes).stop()
    .force("links", forceLink(links).distance(spread * 0.900).strength(0.500))
    .force("apart", forceManyBody().strength(-spread * 3).distanceMax(400))
    .force("x", forceX(width / 2).strength(0.040)).force("y", forceY(height / 2).strength(0.110))
    .force("collide", forceCollide(count > 100 ? 9 : 20));
  simulation.tick(count > 150 ? 120 : 220);
  const margin = 24;
  const points = new Float32Array(count * 2);
  nodes.forEach((node, index) => {
    points[index * 2] = Math.min(Math.max(node.x, margin), width - margin);
    points[index * 2 + 1] = Math.min(Math.max(node.y, margin), height - margin);
  });
  postMessage(points);
};
